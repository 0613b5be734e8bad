import { bulkCalls } from '@signet/contract/operations/bulk-operations'
import { makeProviderReport } from '@signet/contract/provider/reports'
import { listTenants, readTenant } from '@signet/contract/provider/tenants'
import { readSubscriber } from '@signet/contract/tenancy/subscribers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { createCall } from '../../../../testing/call.ts'
import { bulkDriver, runFile, workBriefly, workOn } from '../../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../../testing/test-app.ts'
import { handleInTenant } from '../../../app/tenant-jobs.ts'
import type { Context } from '../../../kit/context.ts'
import { systemContext } from '../../../kit/create-context.ts'
import { deliverNotice } from '../../authenticators/notices/index.ts'
import { createTenantFinder } from '../../tenancy/tenants/index.ts'

let test: TestApp
let admin: Awaited<ReturnType<typeof buildAdmin>>
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  admin = await buildAdmin(test.ctx)
  as = admin.token
})
afterAll(() => test.close())

const kind = 'createtenant'
const own = () => new URL(test.tenant.publicUrl).hostname
const at = (label: string) => `${label}.${own()}`
const driver = () => bulkDriver(kind, test.call, as)
const fileOf = (...lines: readonly string[]) =>
  ['company,host,alias,administrator,bundle,users', ...lines, ''].join('\n')
const row = (host: string, alias = '', users = '') =>
  `Company ${host},${host},${alias},boss@customers.example,PLUS,${users}`
const run = (content: string | Buffer, how: object = {}) =>
  runFile(test, { kind, as, content, ...how })

const named = async (search: string, tenant: Pick<TestTenant, 'call'> = test, who = as) => {
  const query = search === '' ? {} : { search }
  const { text } = await tenant.call(listTenants, { as: who, query })
  const rows: { id: string; hostname: string; companyName: string }[] = JSON.parse(text)
  return rows
}
const inside = async (id: string): Promise<Context> => {
  const tenant = await createTenantFinder(test.platform.database).byId(id)
  if (tenant === null) throw new Error('there is no such tenant')
  await test.platform.keyRing.warm(id)
  return systemContext(test.platform, { tenant, name: 'test' })
}
/** A tenant with a super administrator, who calls it at its own host. */
const enter = async (id: string) => {
  const ctx = await inside(id)
  const call = createCall(test.app, new URL(ctx.tenant.publicUrl).host)
  return { ctx, tenant: ctx.tenant, call, as: (await buildAdmin(ctx)).token }
}
const eventsOf = (ctx: Context, action: string) =>
  ctx.db
    .selectFrom('audit_events')
    .select(['actor_kind', 'actor_id', 'entity_id'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('action', '=', action)
    .execute()

describe('tenants of a file', () => {
  it('are created whole, each with an email to its administrator', {
    meta: { covers: ['lifecycle.bulk'] },
  }, async () => {
    // As Excel saves it: semicolons, and UTF-16 with a byte order mark.
    const text = [
      'Company;Host;Alias;Administrator;Administrator name;Plan;Users;Language;Contract end',
      'Büchner & Söhne;birch;birke | www-birch;anna@birch.example;Anna Müller;premium;50;DE;2027-12-31',
      `"Zed; Ltd";ZED.${own().toUpperCase()}.;;zoe@zed.example;;Standard;;;`,
    ].join('\r\n')
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    const results = await run(bytes)
    expect(results).toMatchObject([
      { line: 2, name: at('birch'), action: 'CREATE' },
      { line: 3, name: at('zed'), action: 'CREATE' },
    ])
    const id = String(results[0]?.subjectId)
    const { body } = await test.call(readTenant, { as, params: { id } })
    expect(body).toMatchObject({
      companyName: 'Büchner & Söhne',
      hostname: at('birch'),
      aliases: [at('birke'), at('www-birch')],
      defaultLocale: 'de',
      contractMode: 'TRIAL',
      bundle: 'PREMIUM',
      users: { consumed: 0, allotment: 50 },
    })
    const alias = createCall(
      test.app,
      new URL(test.tenant.publicUrl).host.replace(own(), at('birke')),
    )
    expect((await alias(readSubscriber)).body.id).toBe(id)
    await handleInTenant(test.platform, { queue: 'mail', work: deliverNotice })
    const mails = () => test.outbox().map(({ to }) => to)
    await expect.poll(() => mails().toSorted()).toEqual(['anna@birch.example', 'zoe@zed.example'])
  })

  it('with formulas for names are harmless in the reports on tenants', async () => {
    const names = ["=cmd|' /C calc'!A0", '+1+1', '-2+3', '@SUM(A1)', '\uFF1D1+1']
    const lines = names.map((name, index) => `"${name}",formula${index},,a@b.example,PLUS,5`)
    const results = await run(fileOf(...lines))
    expect(results.map(({ action }) => action)).toEqual(names.map(() => 'CREATE'))
    for (const id of ['tenants', 'entitlements']) {
      const { text } = await test.call(makeProviderReport, { as, params: { id }, body: {} })
      for (const name of names) expect(text).toContain(`,'${name},`)
      expect(text).not.toMatch(/[,\n]"?[=+\-@\uFF1D]/)
    }
  })

  it('are in the log of the provider and in their own, which names no person of the provider', async () => {
    const [made] = await run(fileOf(row('logged')))
    const id = String(made?.subjectId)
    const noted = await eventsOf(test.ctx, 'SUBSCRIBER_CREATED')
    expect(noted).toContainEqual({ actor_kind: 'user', actor_id: admin.id, entity_id: id })
    const ctx = await inside(id)
    for (const action of ['TENANT_CREATED', 'SETUP_LINK_CREATED']) {
      const events = await eventsOf(ctx, action)
      expect(events.map(({ actor_kind: actor }) => actor)).toEqual(['system'])
    }
  })

  it('leave no setup link in the result', async () => {
    const { calls, upload, start } = driver()
    const { id } = await upload(fileOf(row('quiet')))
    await start(id)
    await workOn(test, id)
    const { text } = await test.call(calls.downloadBulkResult, { as, params: { id } })
    expect(text).toContain(at('quiet'))
    expect(text).not.toContain('/setup/')
  })
})

describe('a dry run of a file of tenants', () => {
  const lines = () => [
    row('alpha'),
    row(at('TAKEN').toUpperCase()),
    row(`${at('old')}.`),
    row('bücher'),
    row('xn--bcher-kva'),
    row('gamma', 'alpha'),
    row('delta', at('older')),
    'Bank,login.bank.example,,boss@bank.example,PLUS,',
    row('epsilon').replace('PLUS', 'GOLD'),
    row('zeta').replace('boss@customers.example', 'nobody'),
    row('eta', '', 'many'),
    row('theta', '', '0'),
    `,iota,,boss@iota.example,PLUS,`,
    'Kappa,kappa,,,PLUS,',
    row('two words'),
    row('lambda', 'pay.bank.example'),
    row('mu', 'mu m2 m2'),
  ]
  const outcomes = () => [
    { line: 2, name: at('alpha'), action: 'CREATE' },
    { line: 3, errorCode: 'subscriber_exists', column: 'hostname', message: at('taken') },
    { line: 4, errorCode: 'subscriber_exists', column: 'hostname', message: at('old') },
    { line: 5, name: at('xn--bcher-kva'), action: 'CREATE' },
    { line: 6, errorCode: 'bulk_row_repeated', column: 'hostname', message: '5' },
    { line: 7, errorCode: 'bulk_row_repeated', column: 'aliases', message: '2' },
    { line: 8, errorCode: 'subscriber_exists', column: 'aliases', message: at('older') },
    { line: 9, errorCode: 'invalid_parameters', column: 'hostname' },
    { line: 10, errorCode: 'bulk_value_unfit', column: 'bundle' },
    { line: 11, errorCode: 'invalid_parameters', column: 'administratorEmail' },
    { line: 12, errorCode: 'bulk_value_unfit', column: 'allotment' },
    { line: 13, errorCode: 'invalid_parameters', column: 'allotment' },
    { line: 14, errorCode: 'bulk_value_missing', column: 'companyName' },
    { line: 15, errorCode: 'bulk_value_missing', column: 'administratorEmail' },
    { line: 16, errorCode: 'invalid_parameters', column: 'hostname' },
    { line: 17, errorCode: 'invalid_parameters', column: 'aliases' },
    { line: 18, name: at('mu'), action: 'CREATE' },
  ]

  it('says of each row what would fail, and changes nothing; the run says the same', async () => {
    await run(fileOf(row('taken', 'old|older')))
    const before = await named('')
    const dry = await run(fileOf(...lines()), { dryRun: true })
    expect(dry).toMatchObject(outcomes())
    expect(await named('')).toEqual(before)
    expect(await run(fileOf(...lines()))).toMatchObject(outcomes())
    expect(await named('')).toHaveLength(before.length + 3)
  })

  it('knows that a name lies in the domain of a tenant’s passkeys, the provider’s own among them', async () => {
    const setDomain = (domain: string | null) =>
      test.testDatabase.asOwner((owner) =>
        owner.query('update tenants set passkey_domain = $1 where tenant_id = $2', [
          domain,
          test.tenant.id,
        ]),
      )
    await setDomain(own())
    const dry = await run(fileOf(row('within')), { dryRun: true })
    await setDomain(null)
    expect(dry).toMatchObject([{ errorCode: 'subscriber_exists', column: 'hostname' }])
    expect(await run(fileOf(row('within')), { dryRun: true })).toMatchObject([{ action: 'CREATE' }])
  })
})

describe('a file of tenants that is sent again', () => {
  it('skips host names of this provider with the policy SKIP, and none of another tenant', async () => {
    const other = await test.otherTenant()
    await run(fileOf(row('again', 'again2')))
    const [{ id } = { id: '' }] = await named('Company again')
    // Given by the operator: a name below this provider that belongs to someone else.
    await test.testDatabase.asOwner((owner) =>
      owner.query('insert into host_names (host, tenant_id, current) values ($1, $2, false)', [
        at('foreign'),
        other.tenant.id,
      ]),
    )
    const content = fileOf(row('again'), row('foreign'), row('fresh'), row('fresh2', 'again2'))
    expect(await run(content, { existing: 'SKIP' })).toMatchObject([
      { line: 2, action: 'SKIP', subjectId: id },
      { line: 3, action: 'ERROR', errorCode: 'subscriber_exists' },
      { line: 4, action: 'CREATE' },
      { line: 5, action: 'ERROR', errorCode: 'subscriber_exists', column: 'aliases' },
    ])
    expect(await named('Company again')).toHaveLength(1)
  })

  it('creates none twice when it is taken up again, by two workers at once', async () => {
    const labels = Array.from({ length: 60 }, (_, place) => `resumed${place}`)
    const { upload, start, read } = driver()
    const { id } = await upload(fileOf(...labels.map((label) => row(label))))
    await start(id)
    await workBriefly(test, id)
    const { done } = Object((await read(id)).body)
    expect(done.rows).toBe(25)
    expect(await named('Company resumed')).toHaveLength(25)
    await Promise.all([workOn(test, id), workOn(test, id)])
    expect((await read(id)).body).toMatchObject({ state: 'COMPLETED', done: { changed: 60 } })
    const made = await named('Company resumed')
    expect(made.map(({ hostname }) => hostname).toSorted()).toEqual(labels.map(at).toSorted())
  })
})

describe('a file of tenants is one', () => {
  it('of administrators who may add tenants, as long as they may', {
    meta: { covers: ['S43'] },
  }, async () => {
    const viewer = await buildAdmin(test.ctx, { permissions: [['TENANTS', 'VIEW']] })
    const { initialiseBulk, listBulk } = bulkCalls(kind)
    const refused = await test.call(initialiseBulk, { as: viewer.token, body: {} })
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'access_denied'])
    expect((await test.call(listBulk, { as: viewer.token })).status).toBe(200)

    const adder = await buildAdmin(test.ctx, { permissions: [['TENANTS', 'ADD']] })
    const { upload, start, read } = bulkDriver(kind, test.call, adder.token)
    const { id } = await upload(fileOf(row('lapsed')))
    expect((await start(id)).status).toBe(200)
    await test.ctx.db
      .deleteFrom('user_roles')
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', '=', adder.id)
      .execute()
    await workOn(test, id)
    expect((await driver().read(id)).body).toMatchObject({
      state: 'PAUSED',
      reason: 'ROLES_CHANGED',
    })
    expect((await read(id)).status).toBe(403)
    expect(await named('Company lapsed')).toEqual([])
  })

  it('of each level: the root provider makes providers, a provider tenants, a tenant none', async () => {
    const header = 'company,host,administrator,bundle,isSp\n'
    const [made] = await run(`${header}Reseller,reseller,boss@r.example,PLUS,TRUE\n`)
    const reseller = await enter(String(made?.subjectId))
    expect(reseller.tenant.isProvider).toBe(true)
    const lower = { ...test, ...reseller }
    const results = await runFile(lower, {
      kind,
      as: reseller.as,
      content: `${header}Sub,sub,boss@sub.example,PLUS,\nSp,sp,boss@sp.example,PLUS,true\n`,
    })
    const host = `sub.${at('reseller')}`
    expect(results).toMatchObject([
      { name: host, action: 'CREATE' },
      { action: 'ERROR', errorCode: 'access_denied', column: 'isSp' },
    ])
    expect(await named('Sub', reseller, reseller.as)).toMatchObject([{ hostname: host }])
    expect(await named('Sub')).toEqual([])

    const tenant = await enter(String(results[0]?.subjectId))
    const { initialiseBulk } = bulkCalls(kind)
    const refused = await tenant.call(initialiseBulk, { as: tenant.as, body: {} })
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'access_denied'])
  })
})
