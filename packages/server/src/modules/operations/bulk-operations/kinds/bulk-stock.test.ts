import { assignToken } from '@signet/contract/authenticators/hardware-tokens'
import { updateHardwareOathSettings } from '@signet/contract/settings/hardwareoath'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noticeTo } from '../../../../../testing/access/mail.ts'
import {
  buildStock,
  pressed,
  secret,
} from '../../../../../testing/authenticators/hardware-tokens.ts'
import { buildAdmin, buildGroup, buildUser } from '../../../../../testing/builders.ts'
import { runFile } from '../../../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const tokenNamed = (serial: string) =>
  test.ctx.db
    .selectFrom('tokens')
    .selectAll()
    .where('tenant_id', '=', test.tenant.id)
    .where('serial', '=', serial)
    .executeTakeFirst()

const eventsOf = (action: string, entityId: string) =>
  test.ctx.db
    .selectFrom('audit_events')
    .select('actor_id')
    .where('tenant_id', '=', test.tenant.id)
    .where('action', '=', action)
    .where('entity_id', '=', entityId)
    .execute()

const everyRight = ['BULKUSERS', 'BULKHARDWARETOKENS', 'TOKENS'] as const

/** An administrator of these groups alone. */
const limitedTo = (groupIds: readonly string[]) =>
  buildAdmin(test.ctx, {
    groupIds,
    permissions: everyRight.flatMap((entity) =>
      (['VIEW', 'ADD', 'EDIT', 'REMOVE'] as const).map((action) => [entity, action] as const),
    ),
  })

const hex = secret.toString('hex')
const base32 = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('an import of hardware tokens', () => {
  const wanted = { kind: 'importhardwaretokens' } as const

  it('says what would happen, then does it; a token is used as one of a key file', {
    meta: { covers: ['lifecycle.bulk'] },
  }, async () => {
    const content = `Serial,Seed,Algorithm,Digits,Counter,Manufacturer\nCSV-1,${hex},OATH_HOTP,6,3,Manufactory\nCSV-2,${base32},oath_totp,8,,\n`
    const told = [
      { line: 2, name: 'CSV-1', action: 'CREATE' },
      { line: 3, name: 'CSV-2', action: 'CREATE' },
    ]
    expect(await runFile(test, { ...wanted, as, content, dryRun: true })).toMatchObject(told)
    expect(await tokenNamed('CSV-1')).toBeUndefined()
    const rows = await runFile(test, { ...wanted, as, content })
    expect(rows).toMatchObject(told)
    const first = await tokenNamed('CSV-1')
    expect(first).toMatchObject({ state: 'UNASSIGNED', manufacturer: 'Manufactory' })
    expect(rows[0]).toMatchObject({ subjectId: first?.id })
    expect(await eventsOf('TOKEN_CREATED', first?.id ?? '')).toHaveLength(1)
    expect(await tokenNamed('CSV-2')).toMatchObject({ algorithm_type: 'OATH_TOTP', digits: 8 })
    const user = await buildUser(test.ctx)
    const give = (response: string) =>
      test.call(assignToken, {
        as,
        params: { tokenid: first?.id ?? '' },
        body: { userId: user.id, response },
      })
    expect((await give(pressed(2))).body.code).toBe('invalid_user_response')
    expect((await give(pressed(3))).body).toMatchObject({ state: 'ACTIVE' })
  })

  it('skips what is there where it is told to, and refuses it otherwise', async () => {
    const { serial } = await buildStock(test.ctx)
    const content = `serialNumber,secret\n${serial},${hex}\n`
    expect(await runFile(test, { ...wanted, as, content })).toMatchObject([
      { errorCode: 'bulk_subject_exists', column: 'serialNumber' },
    ])
    expect(await runFile(test, { ...wanted, as, content, existing: 'SKIP' })).toMatchObject([
      { action: 'SKIP' },
    ])
  })

  it('tells by line and column what it refuses', async () => {
    const rows = [
      `A-1,${hex.slice(0, 30)},,,,,`,
      'A-2,not a secret!,,,,,',
      `A-3,${hex},VENDOR,,,,`,
      `A-4,${hex},OATH_TOTP,,5,,`,
      `A-5,${hex},,,,OCRA-1:HOTP-SHA1-3:QN08,`,
      `A-6,${hex},,,,,nobody knows them`,
      `A-1,${hex},,,,,`,
      `A-7,${hex},ROT13,,,,`,
      `A-8,${hex},,12,,,`,
      `A-9,${hex},OATH_OCRA,,,OCRA-1:HOTP-SHA1-6:QN08,`,
    ]
    const header = 'serialNumber,secret,algorithmType,digits,periodSeconds,ocraSuite,group'
    const content = `${header}\n${rows.join('\n')}\n`
    const unfit = { errorCode: 'bulk_value_unfit' }
    expect(await runFile(test, { ...wanted, as, content })).toMatchObject([
      { line: 2, ...unfit, column: 'secret' },
      { line: 3, ...unfit, column: 'secret' },
      { line: 4, ...unfit, column: 'algorithmType', message: 'VENDOR: no adapter is configured' },
      { line: 5, ...unfit, column: 'periodSeconds' },
      { line: 6, ...unfit, column: 'ocraSuite' },
      { line: 7, errorCode: 'group_not_found', column: 'group', message: 'nobody knows them' },
      { line: 8, errorCode: 'bulk_row_repeated', column: 'serialNumber', message: '2' },
      { line: 9, ...unfit, column: 'algorithmType' },
      { line: 10, ...unfit, column: 'digits' },
      { line: 11, action: 'CREATE' },
    ])
  })

  /* Guards: `leastSecretOf`; `withUri`, which compares the columns. */
  it('takes key URIs of apps, and short secrets where the tenant allows them', async () => {
    const header = 'serialNumber,secret,algorithmType,digits\n'
    const short = 'JBSWY3DPEHPK3PXP'
    const uri = (rest: string) => `otpauth://totp/Acme:ann?secret=${rest}`
    const migration = (bytes: readonly number[]) =>
      `otpauth-migration://offline?data=${encodeURIComponent(Buffer.from(bytes).toString('base64'))}`
    const account = [
      0x0a,
      20,
      ...secret,
      0x1a,
      4,
      ...Buffer.from('Acme'),
      0x20,
      2,
      0x28,
      2,
      0x30,
      2,
    ]
    const one = [0x0a, account.length, ...account, 0x10, 1]
    const rows = [
      `URI-1,${uri(`${base32}&issuer=Acme&algorithm=SHA256&digits=8&period=60`)},,`,
      `URI-2,otpauth://hotp/ann?secret=${base32}&counter=7,,`,
      `URI-3,${migration(one)},,`,
      `URI-4,${uri(base32)},OATH_HOTP,`,
      `URI-5,${uri(base32)},,8`,
      `URI-6,${uri(`${base32}&algorithm=MD5`)},,`,
      `URI-7,${migration([...one, ...one])},,`,
      `URI-8,${migration([0x0a, 99])},,`,
      'URI-9,otpauth://steam/ann?secret=A,,',
      `URI-10,${uri('')},,`,
      `URI-11,${uri(`${base32}&digits=5`)},,`,
      `URI-12,${short},,`,
    ]
    const unfit = { action: 'ERROR', errorCode: 'bulk_value_unfit' }
    const content = `${header}${rows.join('\n')}\n`
    expect(await runFile(test, { ...wanted, as, content })).toMatchObject([
      { name: 'URI-1', action: 'CREATE' },
      { name: 'URI-2', action: 'CREATE' },
      { name: 'URI-3', action: 'CREATE' },
      { ...unfit, column: 'algorithmType', message: 'is OATH_TOTP in the secret' },
      { ...unfit, column: 'digits', message: 'is 6 in the secret' },
      { ...unfit, column: 'secret', message: expect.stringContaining('SHA512') },
      { ...unfit, column: 'secret', message: 'holds 2 accounts: export them one by one' },
      { ...unfit, column: 'secret', message: 'is no whole export of Google Authenticator' },
      { ...unfit, column: 'secret', message: 'is neither totp nor hotp' },
      { ...unfit, column: 'secret', message: 'has no secret in Base32' },
      { ...unfit, column: 'digits' },
      { ...unfit, column: 'secret', message: 'has 16 to 128 bytes' },
    ])
    expect(await tokenNamed('URI-1')).toMatchObject({
      algorithm_type: 'OATH_TOTP',
      algorithm: 'SHA256',
      digits: 8,
      period_seconds: 60,
      manufacturer: 'Acme',
    })
    expect(await tokenNamed('URI-2')).toMatchObject({ algorithm_type: 'OATH_HOTP', digits: 6 })
    expect(await tokenNamed('URI-3')).toMatchObject({
      algorithm_type: 'OATH_TOTP',
      algorithm: 'SHA256',
      digits: 8,
      manufacturer: 'Acme',
    })
    await test.call(updateHardwareOathSettings, { as, body: { shortSecrets: true } })
    const again = `${header}URI-12,${short},,\nURI-13,${uri(short)},,\nURI-14,${short.slice(0, 14)},,\n`
    expect(await runFile(test, { ...wanted, as, content: again })).toMatchObject([
      { name: 'URI-12', action: 'CREATE' },
      { name: 'URI-13', action: 'CREATE' },
      { ...unfit, column: 'secret', message: 'has 10 to 128 bytes' },
    ])
    await test.call(updateHardwareOathSettings, { as, body: { shortSecrets: false } })
  })

  it('is done by an administrator of some groups for those groups alone', {
    meta: { covers: ['S43'] },
  }, async () => {
    const [mine, theirs] = [await buildGroup(test.ctx), await buildGroup(test.ctx)]
    const { token } = await limitedTo([mine.id])
    const content = `serialNumber,secret,group\nG-1,${hex},${mine.name}\nG-2,${hex},${theirs.name}\nG-3,${hex},\n`
    expect(await runFile(test, { ...wanted, as: token, content })).toMatchObject([
      { action: 'CREATE' },
      { errorCode: 'group_not_found', column: 'group' },
      { errorCode: 'rights_not_held', column: 'group' },
    ])
  })

  it('takes the right to add tokens, row by row', { meta: { covers: ['S43'] } }, async () => {
    const { token } = await buildAdmin(test.ctx, {
      permissions: [
        ['BULKHARDWARETOKENS', 'VIEW'],
        ['BULKHARDWARETOKENS', 'ADD'],
      ],
    })
    const content = `serialNumber,secret\nR-1,${hex}\n`
    expect(await runFile(test, { ...wanted, as: token, content })).toMatchObject([
      { errorCode: 'access_denied' },
    ])
  })
})

describe('an assignment of tokens', () => {
  const wanted = { kind: 'assigntokens' } as const

  it('gives each to its person, with its event', {
    meta: { covers: ['lifecycle.bulk'] },
  }, async () => {
    const [ada, grace] = [await buildUser(test.ctx), await buildUser(test.ctx)]
    const [one, two] = [await buildStock(test.ctx), await buildStock(test.ctx)]
    const content = `Login,Serial\n${ada.userId},${one.serial}\n${grace.userId},${two.serial}\n`
    const told = [
      { line: 2, name: one.serial, action: 'UPDATE', subjectId: one.id },
      { line: 3, name: two.serial, action: 'UPDATE', subjectId: two.id },
    ]
    expect(await runFile(test, { ...wanted, as, content, dryRun: true })).toMatchObject(told)
    expect(await tokenNamed(one.serial)).toMatchObject({ state: 'UNASSIGNED', version: 1 })
    expect(await runFile(test, { ...wanted, as, content })).toMatchObject(told)
    const given = { state: 'ACTIVE', user_id: ada.id, version: 2 }
    expect(await tokenNamed(one.serial)).toMatchObject(given)
    expect(await eventsOf('TOKEN_ASSIGNED', one.id)).toHaveLength(1)
  })

  it('with a code makes them work at once, else as the tenant wants it', async () => {
    await test.call(updateHardwareOathSettings, { as, body: { confirmReceipt: true } })
    const [ada, grace, alan] = [
      await buildUser(test.ctx),
      await buildUser(test.ctx),
      await buildUser(test.ctx),
    ]
    const [one, two, three] = [
      await buildStock(test.ctx),
      await buildStock(test.ctx),
      await buildStock(test.ctx),
    ]
    const rows = [
      `${ada.userId},${one.serial},${pressed(1)}`,
      `${grace.userId},${two.serial},`,
      `${alan.userId},${three.serial},000000`,
    ]
    const content = `userId,serialNumber,response\n${rows.join('\n')}\n`
    expect(await runFile(test, { ...wanted, as, content })).toMatchObject([
      { action: 'UPDATE' },
      { action: 'UPDATE' },
      { errorCode: 'invalid_user_response', column: 'response' },
    ])
    await test.call(updateHardwareOathSettings, { as, body: { confirmReceipt: false } })
    expect(await tokenNamed(one.serial)).toMatchObject({ state: 'ACTIVE', last_step: 1 })
    expect(await tokenNamed(two.serial)).toMatchObject({ state: 'NEW', user_id: grace.id })
    expect(await tokenNamed(three.serial)).toMatchObject({ state: 'UNASSIGNED', version: 1 })
  })

  it('tells by line and column what it refuses', async () => {
    const group = await buildGroup(test.ctx)
    const [ada, full] = [await buildUser(test.ctx), await buildUser(test.ctx)]
    const some = await Promise.all(Array.from({ length: 6 }, () => buildStock(test.ctx)))
    const meant = await buildStock(test.ctx, {}, [group.id])
    const rows = [
      ...some.map(({ serial }) => `${full.userId},${serial}`),
      `${ada.userId},${meant.serial}`,
      `${ada.userId},no such token`,
      `nobody,${meant.serial}`,
      `${ada.userId},`,
    ]
    const content = `userId,serialNumber\n${rows.join('\n')}\n`
    const [, , , , , ...rest] = await runFile(test, { ...wanted, as, content })
    expect(rest).toMatchObject([
      { line: 7, errorCode: 'token_limit_reached', column: 'userId' },
      { line: 8, errorCode: 'token_not_for_user', column: 'serialNumber' },
      { line: 9, errorCode: 'not_found', column: 'serialNumber' },
      { line: 10, errorCode: 'bulk_row_repeated', column: 'serialNumber', message: '8' },
      { line: 11, errorCode: 'bulk_value_missing', column: 'serialNumber' },
    ])
    const again = `userId,serialNumber\n${ada.userId},${some[0]?.serial}\n`
    expect(await runFile(test, { ...wanted, as, content: again })).toMatchObject([
      { errorCode: 'token_invalid_state', column: 'serialNumber' },
    ])
  })

  it('knows the stock and the people of an administrator’s groups alone', {
    meta: { covers: ['S43'] },
  }, async () => {
    const mine = await buildGroup(test.ctx)
    const [own, stranger] = [await buildUser(test.ctx), await buildUser(test.ctx)]
    await test.ctx.db
      .insertInto('user_groups')
      .values({ tenant_id: test.tenant.id, user_id: own.id, group_id: mine.id, name_key: 'x' })
      .execute()
    const [seen, unseen] = [await buildStock(test.ctx, {}, [mine.id]), await buildStock(test.ctx)]
    const { token } = await limitedTo([mine.id])
    const rows = [
      `${own.userId},${unseen.serial}`,
      `${stranger.userId},${seen.serial}`,
      `${own.id},${seen.serial}`,
    ]
    const content = `userId,serialNumber\n${rows.slice(0, 2).join('\n')}\n`
    expect(await runFile(test, { ...wanted, as: token, content })).toMatchObject([
      { errorCode: 'not_found', column: 'serialNumber' },
      { errorCode: 'user_not_found' },
    ])
    const right = `id,serialNumber\n${rows[2]}\n`
    expect(await runFile(test, { ...wanted, as: token, content: right })).toMatchObject([
      { action: 'UPDATE', name: seen.serial },
    ])
  })
})

describe('an assignment of soft tokens', () => {
  const wanted = { kind: 'assignsofttokens' } as const

  it('makes each person one for an app, as many as the tenant lets them have', {
    meta: { covers: ['lifecycle.bulk'] },
  }, async () => {
    const [ada, grace] = [await buildUser(test.ctx), await buildUser(test.ctx)]
    const content = `userId,tokenType,label\n${ada.userId},,Phone\n${grace.userId},google_authenticator,\nnobody,,\n${ada.userId},,\n`
    const told = [
      { line: 2, name: ada.userId, action: 'CREATE' },
      { line: 3, name: grace.userId, action: 'CREATE' },
      { line: 4, errorCode: 'user_not_found' },
      { line: 5, errorCode: 'bulk_row_repeated' },
    ]
    const tokensOf = (userId: string) =>
      test.ctx.db
        .selectFrom('tokens')
        .select(['id', 'type', 'state', 'label'])
        .where('tenant_id', '=', test.tenant.id)
        .where('user_id', '=', userId)
        .execute()
    expect(await runFile(test, { ...wanted, as, content, dryRun: true })).toMatchObject(told)
    expect(await tokensOf(ada.id)).toEqual([])
    expect(await runFile(test, { ...wanted, as, content })).toMatchObject(told)
    const [made] = await tokensOf(ada.id)
    expect(made).toMatchObject({ type: 'ENTRUST_SOFT_TOKEN', state: 'NEW', label: 'Phone' })
    expect(await eventsOf('TOKEN_CREATED', made?.id ?? '')).toHaveLength(1)
    expect(await tokensOf(grace.id)).toMatchObject([{ type: 'GOOGLE_AUTHENTICATOR' }])
    const one = `userId\n${ada.userId}\n`
    for (let more = 0; more < 4; more += 1) await runFile(test, { ...wanted, as, content: one })
    expect(await runFile(test, { ...wanted, as, content: one })).toMatchObject([
      { errorCode: 'token_limit_reached' },
    ])
  })

  it('takes the right to add tokens', async () => {
    const { token } = await buildAdmin(test.ctx, {
      permissions: [
        ['BULKUSERS', 'VIEW'],
        ['BULKUSERS', 'ADD'],
        ['TOKENS', 'EDIT'],
      ],
    })
    const { userId } = await buildUser(test.ctx)
    const content = `userId\n${userId}\n`
    expect(await runFile(test, { ...wanted, as: token, content })).toMatchObject([
      { errorCode: 'access_denied' },
    ])
  })
})

it('a token of the inventory is deleted, and those who are told of others still are', async () => {
  const { id, serial } = await buildStock(test.ctx)
  const content = `serialNumber\n${serial}\n`
  expect(await runFile(test, { kind: 'deletetokens', as, content })).toMatchObject([
    { action: 'DELETE', subjectId: id },
  ])
  const { id: userId } = await buildUser(test.ctx, { email: 'still-told@example.test' })
  const stock = await buildStock(test.ctx)
  await test.call(assignToken, { as, params: { tokenid: stock.id }, body: { userId } })
  const held = `serialNumber\n${stock.serial}\n`
  await runFile(test, { kind: 'deletetokens', as, content: held })
  await noticeTo(test, 'still-told@example.test', /was taken from/)
})
