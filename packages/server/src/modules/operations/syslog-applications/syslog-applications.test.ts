import { createUser } from '@signet/contract/identity/users'
import {
  createSyslogApplication,
  deleteSyslogApplication,
  listSyslogApplications,
  readSyslogApplication,
  testSyslogApplication,
  updateSyslogApplication,
} from '@signet/contract/operations/syslog-applications'
import type { Need } from '@signet/rules/permissions'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup } from '../../../../testing/builders.ts'
import { type Call, createCall } from '../../../../testing/call.ts'
import { whileTenantLocked } from '../../../../testing/locked-tenant.ts'
import {
  receiverAuthority,
  type SyslogReceiver,
  startSyslogReceiver,
} from '../../../../testing/operations/syslog-receiver.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createApp } from '../../../app.ts'
import { allowedTargetOf } from '../../../platform/config/outbound-allow.ts'
import { createOutbound } from '../../../platform/outbound/outbound.ts'
import type { Dispatcher } from '../../tenancy/leased-turns/index.ts'
import { sequenceAuditEvents } from '../audit-events/index.ts'
import { createForwarder } from './forwarder.ts'

let test: TestApp
let as: string
let receiver: SyslogReceiver
let inClear: SyslogReceiver
let forwarder: Dispatcher
let call: Call
let end: () => Promise<void>
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
})
afterAll(() => test.close())

const allowing = (port: number) => {
  const target = allowedTargetOf(`syslog=127.0.0.1:${port}`)
  if (typeof target === 'string') throw new Error(target)
  return target
}

/** Writes the chain of what has happened. */
const chained = async (): Promise<void> => {
  while ((await sequenceAuditEvents(test.platform)) > 0);
}

beforeEach(async () => {
  as = (await buildAdmin(test.ctx)).token
  await chained()
  receiver = await startSyslogReceiver('TLS')
  inClear = await startSyslogReceiver('TCP')
  const outboundAllow = [receiver.port, inClear.port].map(allowing)
  const config = { ...test.platform.config, outboundAllow }
  const outbound = createOutbound(config, () => Promise.resolve(['127.0.0.1']))
  const platform = { ...test.platform, config, outbound }
  const app = await createApp(platform)
  await app.ready()
  call = createCall(app, new URL(test.tenant.publicUrl).host)
  forwarder = createForwarder(platform)
  end = async () => {
    await forwarder.stop()
    await app.close()
    await outbound.close()
  }
})
afterEach(async () => {
  await test.ctx.db
    .deleteFrom('syslog_applications')
    .where('tenant_id', '=', test.tenant.id)
    .execute()
  await end()
  await receiver.close()
  await inClear.close()
})

const unique = (): string => test.platform.ids.random(6).toString('hex')
const wanted = (more: object = {}) => ({
  name: `Collector ${unique()}`,
  host: 'localhost',
  port: receiver.port,
  caCertificates: receiverAuthority,
  events: ['USER_*'],
  ...more,
})

const add = async (more: object = {}, by: Call = call): Promise<string> => {
  const answer = await by(createSyslogApplication, { as, body: wanted(more) })
  expect(answer.status, answer.text).toBe(200)
  return String(answer.body.id)
}

const happen = async (): Promise<string> =>
  String((await call(createUser, { as, body: { userId: unique() } })).body.id)

const forward = async (): Promise<void> => {
  await chained()
  await forwarder.look()
  await forwarder.idle()
}

const patient = { timeout: 60_000 }
const hour = 3_600_000

/** Chains and sends until so many messages have come: other suites may hold the chain back. */
const forwarded = async (count: number, at: SyslogReceiver = receiver): Promise<void> => {
  await expect
    .poll(async () => {
      await forward()
      return at.messages.length
    }, patient)
    .toBe(count)
}

const stateOf = async (id: string) =>
  (await call(readSyslogApplication, { as, params: { id } })).body

/** Chains and sends until the collector was found failing. */
const failed = async (id: string): Promise<void> => {
  await expect
    .poll(async () => {
      await forward()
      return (await stateOf(id)).state
    }, patient)
    .toBe('FAILING')
}

/** How long a collector that failed is left alone; it is so for an hour from now. */
const leftAlone = async (id: string): Promise<number> => {
  const row = await test.ctx.db
    .selectFrom('syslog_applications')
    .select(['failing_since', 'paused_until'])
    .where('tenant_id', '=', test.tenant.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await test.ctx.db
    .updateTable('syslog_applications')
    .set({ paused_until: new Date(test.clock.now().getTime() + hour) })
    .where('tenant_id', '=', test.tenant.id)
    .where('id', '=', id)
    .execute()
  return Number(row.paused_until) - Number(row.failing_since)
}

/** Chains until what happened to this user stands in the chain. */
const settled = async (userId: string): Promise<void> => {
  await expect
    .poll(async () => {
      await chained()
      const { rows } = await sql<{ waiting: boolean }>`
        select exists (select from audit_events e where e.tenant_id = ${test.tenant.id}::uuid
          and e.entity_id = ${userId} and e.xid >= coalesce((select max(c.upto_xid)
            from audit_chain c where c.tenant_id = ${test.tenant.id}::uuid), '0'::xid8)) as waiting
        `.execute(test.ctx.db)
      return rows[0]?.waiting
    }, patient)
    .toBe(false)
}

describe('a collector', { timeout: 180_000 }, () => {
  it('is sent the events it chose over TLS, in order, from now on and once', async () => {
    const before = await happen()
    await settled(before)
    const id = await add()
    const [first, second] = [await happen(), await happen()]
    await forwarded(2)
    await forward()
    expect(receiver.messages).toHaveLength(2)
    expect(receiver.messages[0]).toContain(`entityId="${first}"`)
    expect(receiver.messages[1]).toContain(`entityId="${second}"`)
    expect(receiver.messages[0]).toMatch(/^<110>1 .* USER_CREATED \[event@32473 /)
    expect(await stateOf(id)).toMatchObject({ state: 'ACTIVE', failure: null })
  })

  it('of a locked tenant is sent nothing until the tenant is unlocked', async () => {
    await add()
    await settled(await happen())
    await whileTenantLocked(test.ctx, forward)
    expect(receiver.messages).toEqual([])
    await forward()
    expect(receiver.messages).toHaveLength(1)
  })

  it('that the operator has named is sent them in clear, any other is refused', async () => {
    await add({ port: inClear.port, security: 'TCP', caCertificates: null, host: '127.0.0.1' })
    await happen()
    await forwarded(1, inClear)
    const refused = await call(createSyslogApplication, {
      as,
      body: wanted({ security: 'TCP', host: '198.51.100.9', port: 514 }),
    })
    expect([refused.status, refused.body.errorCode]).toEqual([400, 'syslog_target_refused'])
  })

  it('inside is refused, at once and where a name leads there', async () => {
    for (const host of ['127.0.0.1', '169.254.169.254', '10.0.0.1', '::1']) {
      const refused = await test.call(createSyslogApplication, { as, body: wanted({ host }) })
      expect([host, refused.body.errorCode]).toEqual([host, 'syslog_target_refused'])
    }
    const id = await add({ host: 'inside.example.test', port: 6514 })
    await happen()
    await failed(id)
    expect(await stateOf(id)).toMatchObject({ state: 'FAILING', failure: 'ADDRESS_REFUSED' })
  })

  it('whose certificate is of nobody it believes is sent nothing', async () => {
    const id = await add({ caCertificates: null })
    await happen()
    await failed(id)
    expect(receiver.messages).toEqual([])
    expect(await stateOf(id)).toMatchObject({ state: 'FAILING', failure: 'CERTIFICATE_REFUSED' })
  })

  it('that breaks off is sent the same again when it has come back', async () => {
    const id = await add()
    receiver.manner = 'breaks off'
    const user = await happen()
    await failed(id)
    expect(await stateOf(id)).toMatchObject({ state: 'FAILING', failure: 'UNREACHABLE' })
    expect(await leftAlone(id)).toBe(2000)
    receiver.manner = 'well'
    await forward()
    expect(receiver.messages).toEqual([])
    test.clock.advance(hour + 1)
    as = (await buildAdmin(test.ctx)).token
    await forwarded(1)
    expect(receiver.messages[0]).toContain(`entityId="${user}"`)
    expect(await stateOf(id)).toMatchObject({ state: 'ACTIVE', failure: null, failingSince: null })
  })

  it('goes on where it stopped when it is switched on again', async () => {
    const body = wanted()
    const made = await call(createSyslogApplication, { as, body })
    const params = { id: String(made.body.id) }
    await call(updateSyslogApplication, { as, params, body: { ...body, enabled: false } })
    await settled(await happen())
    await forward()
    expect(receiver.messages).toEqual([])
    await call(updateSyslogApplication, { as, params, body })
    await forwarded(1)
  })

  it('is told names and fields, or the envelope alone', async () => {
    await add({ name: 'Whole' })
    await add({ name: 'Envelope', detail: 'ENVELOPE' })
    const { body } = await call(createUser, { as, body: { userId: `named-${unique()}` } })
    await forwarded(2)
    const [whole, ...others] = receiver.messages.filter((text) => text.includes('entityName='))
    expect(others).toEqual([])
    expect(whole).toContain(`entityName="${String(body.userId)}"`)
  })

  it('is sent nothing of another tenant', async () => {
    await add()
    const other = await test.otherTenant()
    const founder = await buildAdmin(other.ctx)
    await other.call(createUser, { as: founder.token, body: { userId: unique() } })
    const own = await happen()
    await forwarded(1)
    expect(receiver.messages[0]).toContain(own)
  })

  it('is served by one node at a time', async () => {
    await add()
    await settled(await happen())
    await Promise.all([forwarder.look(), forwarder.look(), forwarder.look()])
    await forwarder.idle()
    expect(receiver.messages).toHaveLength(1)
  })

  it('can be tried, and forgotten', async () => {
    const id = await add()
    const tried = await call(testSyslogApplication, { as, params: { id } })
    expect(tried.body).toMatchObject({ delivered: true, failure: null })
    expect(receiver.messages[0]).toContain(' APPLICATION_TESTED ')
    await call(deleteSyslogApplication, { as, params: { id } })
    expect((await call(listSyslogApplications, { as })).text).toBe('[]')
  })
})

describe('nobody has the audit log sent', () => {
  const applications: readonly Need[] = [
    ['APPLICATIONS', 'VIEW'],
    ['APPLICATIONS', 'ADD'],
    ['APPLICATIONS', 'EDIT'],
  ]

  it('who may not read it, or may read it of one group alone', async () => {
    const group = await buildGroup(test.ctx)
    const readers: readonly Need[] = [...applications, ['REPORTS', 'VIEW']]
    const without = (await buildAdmin(test.ctx, { permissions: applications })).token
    const limited = await buildAdmin(test.ctx, { permissions: readers, groupIds: [group.id] })
    const errors = [
      [without, 'rights_not_held'],
      [limited.token, 'access_denied'],
    ] as const
    for (const [by, error] of errors) {
      const refused = await call(createSyslogApplication, { as: by, body: wanted() })
      expect([refused.status, refused.body.errorCode]).toEqual([403, error])
    }
    const all = (await buildAdmin(test.ctx, { permissions: readers })).token
    expect((await call(createSyslogApplication, { as: all, body: wanted() })).status).toBe(200)
  })

  it('to more than twenty collectors, or under a name twice, or with what is no certificate', async () => {
    const name = 'One'
    await add({ name })
    const twice = await call(createSyslogApplication, { as, body: wanted({ name: 'ONE' }) })
    expect(twice.body.errorCode).toBe('application_exists')
    const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'
    const odd = await call(createSyslogApplication, { as, body: wanted({ caCertificates: pem }) })
    expect(odd.status).toBe(400)
    for (let count = 1; count < 20; count += 1) await add()
    const more = await call(createSyslogApplication, { as, body: wanted() })
    expect([more.status, more.body.errorCode]).toEqual([409, 'syslog_limit_reached'])
  })
})
