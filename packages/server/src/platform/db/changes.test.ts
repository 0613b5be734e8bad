import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  openTestDatabase,
  type TestDatabase,
} from '../../../testing/database/open-test-database.ts'
import { tenantA, tenantB } from '../../../testing/database/test-probe.ts'
import { createWay } from '../../../testing/database/way.ts'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics/registry.ts'
import { watchParts } from '../metrics/watch-parts.ts'
import { ToldChanges, untoldChanges } from './changes.ts'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'

const log = createLog({ level: 'silent' })

test('on the embedded database, which nobody else writes to, holds for a second', async () => {
  const moment = { at: performance.now(), count: 0 }
  expect(untoldChanges.holds(tenantA, moment)).toBe(true)
  expect(untoldChanges.holds(tenantA, { at: moment.at - 1001, count: 0 })).toBe(false)
})

// Needs a PostgreSQL server.
if (process.env.SIGNET_TEST_DATABASE !== 'embedded') {
  let opened: TestDatabase
  let database: Database

  beforeAll(async () => {
    opened = await openTestDatabase()
    const { ownerUrl } = opened
    database = await openPostgres({ url: null, ownerUrl, log, poolSize: 2, listens: true })
  })
  afterAll(async () => {
    await database.close()
    await opened.drop()
  })

  const whenStale = 1300
  const patient = { timeout: 60_000 }

  /** A moment that is still good after the time for which anything would be. */
  const lastingMoment = () =>
    vi.waitFor(async () => {
      const moment = database.moment()
      await sleep(whenStale)
      expect(database.holds(tenantA, moment)).toBe(true)
      return moment
    }, patient)

  const tell = (tenantId: string) =>
    opened.asOwner((owner) => owner.query(`select pg_notify('signet_changes', '${tenantId}')`))

  const backends = () =>
    opened.asOwner(async (owner) => {
      const { rows } = await owner.query<{ pid: number }>(
        `select pid from pg_stat_activity
         where datname = current_database() and application_name = 'signet changes'`,
      )
      return rows.map(({ pid }) => pid)
    })

  describe('what was read of a tenant', () => {
    test('holds while nobody changes it', async () => {
      expect(await lastingMoment()).toMatchObject({ count: 0 })
    })

    test('does not hold any more as soon as it was changed; what is read then does', {
      meta: { covers: ['S13'] },
    }, async () => {
      const moment = await lastingMoment()
      await tell(tenantA)
      // At one time: where beats have stayed out for a second, neither holds.
      const held = () => [tenantA, tenantB].map((tenantId) => database.holds(tenantId, moment))
      await expect.poll(held, patient).toEqual([false, true])
      expect(database.holds(tenantA, database.moment())).toBe(true)
    })

    /* Guard: the count that is null in `moment` (pooled-database.ts). */
    test('holds for a second when it was read in a transaction, which may be undone', {
      meta: { covers: ['S13'] },
    }, async () => {
      await lastingMoment()
      const moment = await database.transaction(tenantA, async () => {
        const read = database.moment()
        expect(database.holds(tenantA, read)).toBe(true)
        return read
      })
      await sleep(whenStale)
      expect(database.holds(tenantA, moment)).toBe(false)
    })

    /* Guard: `#since` in `ToldChanges`. */
    test('holds for a second when the connection was lost meanwhile', {
      meta: { covers: ['S13'] },
    }, async () => {
      const moment = await lastingMoment()
      const [pid] = await backends()
      await opened.asOwner((owner) => owner.query('select pg_terminate_backend($1)', [pid]))
      await expect.poll(backends, patient).not.toContain(pid)
      await lastingMoment()
      expect(database.holds(tenantA, moment)).toBe(false)
    })
  })

  /* Guard: `#toldUntil` in `ToldChanges`. */
  test('what nobody hears of holds for a second', { meta: { covers: ['S13'] } }, async () => {
    const clients: Client[] = []
    const changes = new ToldChanges(async () => {
      const client = new Client({ connectionString: opened.ownerUrl ?? '' })
      clients.push(client)
      await client.connect()
      return client
    }, log)
    const lasts = async (): Promise<boolean> => {
      const moment = { at: performance.now(), count: changes.count }
      await sleep(whenStale)
      return changes.holds(tenantA, moment)
    }
    await expect.poll(lasts, patient).toBe(true)
    // As behind a proxy that gives each statement another connection.
    await clients[0]?.query('unlisten signet_changes')
    expect(await lasts()).toBe(false)
    await changes.close()
  })

  /* Guards: the bounded end of `#listen`, and `isHeard`; a stuck connection used to be waited for. */
  test('are heard again, on another connection, after one that got stuck', async () => {
    const owner = new URL(opened.ownerUrl ?? '')
    const way = await createWay(owner)
    const through = new URL(owner)
    through.hostname = '127.0.0.1'
    through.port = String(way.port())
    const lines: { msg: string }[] = []
    const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
    const told = createLog({ level: 'warn', destination })
    const options = { url: null, ownerUrl: through.href, log: told, poolSize: 2, listens: true }
    const stuck = await openPostgres(options)
    const metrics = createMetrics()
    watchParts(metrics, {
      hashes: { inFlight: 0, waiting: 0, computed: 0 },
      queue: { tries: { done: 0, failed: 0 } },
      database: stuck,
    })
    const heard = async () =>
      Number(/^signet_changes_heard (\d)$/m.exec((await metrics.page()).body)?.[1])
    await expect.poll(heard).toBe(1)
    way.freeze()
    await expect.poll(heard).toBe(0)
    await expect.poll(heard, patient).toBe(1)
    expect(lines.map(({ msg }) => msg)).toEqual([
      'changes by other nodes are not received',
      'changes by other nodes are received again',
    ])
    await stuck.close()
    await way.close()
  })

  test('every table that is kept in mind tells of its changes', async () => {
    const names = await opened.asOwner(async (owner) => {
      const { rows } = await owner.query<{ name: string }>(
        `select tgrelid::regclass::text as name from pg_trigger
         where tgname = 'tell_change' order by 1`,
      )
      return rows.map(({ name }) => name)
    })
    expect(names).toEqual([
      'client_credentials_grants',
      'foreign_hash_kinds',
      'host_names',
      'oidc_applications',
      'oidc_claims',
      'rate_limit_policies',
      'resource_apis',
      'resource_scopes',
      'saml_keys',
      'settings',
      'signing_keys',
      'tenant_keys',
      'tenants',
      'user_attributes',
    ])
  })
}
