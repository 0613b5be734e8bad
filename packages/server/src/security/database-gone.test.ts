import { setTimeout as sleep } from 'node:timers/promises'
import { createGroup, listGroups } from '@signet/contract/identity/groups'
import { readSubscriber } from '@signet/contract/tenancy/subscribers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../testing/builders.ts'
import { createCall } from '../../testing/call.ts'
import { createWay } from '../../testing/database/way.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestPlatform } from '../../testing/test-platform.ts'
import { createApp } from '../app.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import { createLog } from '../platform/log.ts'
import { watchParts } from '../platform/metrics/watch-parts.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
})
afterAll(() => test.close())

/** The service on a database that is reached by a way of its own, and the lines of its log. */
const startBehindWay = async (more: { readonly connectTimeoutMs?: number } = {}) => {
  const owner = new URL(test.testDatabase.ownerUrl ?? '')
  const way = await createWay(owner)
  const through = new URL(owner)
  through.hostname = '127.0.0.1'
  through.port = String(way.port())
  const lines: { msg: string; failed?: number; reason?: string }[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const log = createLog({ level: 'info', destination })
  const options = { url: null, ownerUrl: through.href, log, poolSize: 4, ...more }
  const database = await openPostgres(options)
  const { platform } = await createTestPlatform(database)
  watchParts(platform.metrics, { ...platform, database })
  const app = await createApp({ ...platform, log })
  await app.ready()
  const { host } = new URL(test.tenant.publicUrl)
  const page = async (url: string) => (await app.inject({ url, headers: { host } })).statusCode
  const end = async () => {
    await app.close()
    await database.close()
    await way.close()
  }
  return { app, metrics: platform.metrics, way, lines, page, end, call: createCall(app, host) }
}

describe('while the database is gone', () => {
  it('calls answer 503 with Retry-After, and go on without a restart when it is back', {
    meta: { covers: ['S20'] },
  }, async () => {
    const { app, way, call, end } = await startBehindWay()
    expect((await call(readSubscriber)).status).toBe(200)

    await way.close()
    const answer = await call(readSubscriber)
    expect(answer).toMatchObject({ status: 503, body: { errorCode: 'service_unavailable' } })
    expect(answer.headers['retry-after']).toBe('5')
    expect((await app.inject('/health/ready')).statusCode).toBe(503)
    expect((await app.inject('/health/live')).statusCode).toBe(200)

    await way.open()
    expect((await call(readSubscriber)).status).toBe(200)
    expect((await app.inject('/health/ready')).statusCode).toBe(200)
    await end()
  })

  // Guards: `tenantOfPage` of app/page-tenant.ts.
  it.each([
    '/',
    '/mail-frame',
    '/documentation/help/en/start',
    '/documentation/help/guide.css',
    '/help/developer/apis.css',
  ])('%s, which needs nothing of it, is served', async (url) => {
    const { way, page, call, end } = await startBehindWay({ connectTimeoutMs: 150_000 })
    await way.fallSilent()
    const calls: Promise<number>[] = []
    // The first ones meet the connections that were cut; the next has to dial, into silence.
    const isWaiting = () => {
      calls.push(call(readSubscriber).then(({ status }) => status))
      return way.isDialled()
    }
    await expect.poll(isWaiting).toBe(true)
    const tooLong = sleep(60_000, 'a page that waits', { ref: false })
    expect(await Promise.race([page(url), calls.at(-1), tooLong])).toBe(200)
    await way.close()
    expect(await calls.at(-1)).toBe(503)
    await Promise.all(calls)
    await end()
  })

  // Guards: `Outage`, and the filter of platform/log.ts.
  it('the log has a line when it goes and one, with a count, when it is back', async () => {
    const { app, way, lines, call, end } = await startBehindWay()
    await way.close()
    for (let each = 0; each < 10; each += 1) {
      expect((await call(readSubscriber)).status).toBe(503)
      await app.inject('/health/ready')
    }
    expect(lines.map(({ msg }) => msg)).toEqual(['the database is out of service'])
    await way.open()
    await expect
      .poll(async () => {
        await call(readSubscriber)
        return lines.map(({ msg }) => msg)
      })
      .toEqual(['the database is out of service', 'the database is back in service'])
    expect(lines[1]?.failed).toBeGreaterThanOrEqual(20)
    await end()
  })
})

/** For the sessions that begin now; those of the service are ended. */
const setReadOnly = (change: 'set default_transaction_read_only = on' | 'reset all') =>
  test.testDatabase.asOwner(async (owner) => {
    const name = new URL(test.testDatabase.ownerUrl ?? '').pathname.slice(1)
    await owner.query(`begin read write; alter database "${name}" ${change}; commit`)
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'signet'
          and pid <> pg_backend_pid()`,
    )
  })

// Guards: `translateError` (25006), `Outage.expectWritable` in `ping`, `signet_database_writable`.
it('while the database is read-only, changes answer 503, reads continue, and operators are told', async () => {
  const { token: as } = await buildAdmin(test.ctx)
  const { app, metrics, lines, call, end } = await startBehindWay()
  let count = 0
  const change = async () =>
    (await call(createGroup, { as, body: { name: `Read only ${(count += 1)}` } })).status
  const isReady = async () => (await app.inject('/health/ready')).statusCode
  const writable = async () =>
    /^signet_database_writable (\d)$/m.exec((await metrics.page()).body)?.[1]
  expect([await change(), await isReady(), await writable()]).toEqual([200, 200, '1'])

  await setReadOnly('set default_transaction_read_only = on')
  try {
    // The first calls meet the connections that were ended.
    const reason = () => change().then(() => lines.at(-1)?.reason)
    await expect.poll(reason).toBe('the database takes no changes: read-only')
    const refused = await call(createGroup, { as, body: { name: 'Read only' } })
    expect(refused).toMatchObject({ status: 503, body: { errorCode: 'service_unavailable' } })
    expect(refused.headers['retry-after']).toBe('5')
    expect((await call(listGroups, { as })).status).toBe(200)
    expect([await isReady(), await writable()]).toEqual([503, '0'])
    expect((await app.inject('/health/live')).statusCode).toBe(200)
  } finally {
    await setReadOnly('reset all')
  }
  await expect.poll(change, { timeout: 60_000, interval: 1000 }).toBe(200)
  await expect.poll(isReady, { timeout: 60_000, interval: 1000 }).toBe(200)
  expect(await writable()).toBe('1')
  await end()
})
