import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  openTestDatabase,
  type TestDatabase,
} from '../../../testing/database/open-test-database.ts'
import { createTestTenant } from '../../../testing/database/test-tenant.ts'
import { systemIds } from '../ids.ts'
import { openSecrets } from '../secrets/open-secrets.ts'
import { createKeyRing, createSigningKey, type KeySources, replaceSigningKey } from './key-ring.ts'

let opened: TestDatabase
let sources: KeySources
let tenantId: string
let now = new Date('2027-01-01T00:00:00Z')

beforeAll(async () => {
  opened = await openTestDatabase()
  const clock = { now: () => now }
  const secrets = await openSecrets({
    config: { masterKey: randomBytes(32).toString('hex'), masterKeyFile: null, dataDir: '/none' },
    database: opened.database,
    clock,
    ids: systemIds,
  })
  sources = { database: opened.database, clock, ids: systemIds, secrets }
  tenantId = await createTestTenant(opened.database, async (db, id) => {
    await secrets.createTenantKeys(db, id)
    const first = { tenantId: id, purpose: 'oidc', algorithm: 'ES256' } as const
    await createSigningKey(sources, db, first)
  })
})
afterAll(() => opened.drop())

const replace = async (algorithm: 'ES256' | 'RS256') => {
  await sources.secrets.ready(tenantId)
  await opened.database.transaction(tenantId, ({ db }) =>
    replaceSigningKey(sources, db, { tenantId, purpose: 'oidc', algorithm }),
  )
}

test('a new key is shown before it signs, and signs once every node has had time to read it', async () => {
  const ring = createKeyRing(sources)
  const keys = () => ring.keysOf(tenantId, 'oidc')
  const [first] = await keys()
  expect(first?.active).toBe(true)

  now = new Date(now.getTime() + 60_000)
  await replace('ES256')
  await expect.poll(async () => (await keys()).length, { timeout: 60_000 }).toBe(2)
  expect((await keys()).map(({ id, active }) => [id === first?.id, active])).toEqual([
    [true, true],
    [false, false],
  ])

  now = new Date(now.getTime() + 2000)
  const second = async () => (await keys())[0]
  await expect.poll(second, { timeout: 60_000 }).not.toMatchObject({ id: first?.id })
  expect((await keys()).map(({ active }) => active)).toEqual([true, false])
})

test('the first key of an algorithm signs at once', async () => {
  await replace('RS256')
  const keys = await createKeyRing(sources).keysOf(tenantId, 'oidc')
  expect(
    keys
      .filter(({ active }) => active)
      .map(({ algorithm }) => algorithm)
      .toSorted(),
  ).toEqual(['ES256', 'RS256'])
})

test('transactions that hold every connection do not wait for a read that needs one', async () => {
  const ring = createKeyRing(sources)
  await ring.warm(tenantId)
  await sleep(1100)
  const everyConnection = opened.database.kind === 'embedded' ? 1 : 8
  const [mayRead, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holders = Array.from({ length: everyConnection }, () => {
    const began = Promise.withResolvers<void>()
    const read = Promise.withResolvers<number>()
    const ended = opened.database.transaction(tenantId, async () => {
      began.resolve()
      await mayRead.promise
      read.resolve((await ring.keysOf(tenantId, 'oidc')).length)
      await mayEnd.promise
    })
    return { began: began.promise, read: read.promise, ended }
  })
  await Promise.all(holders.map(({ began }) => began))
  const outside = ring.keysOf(tenantId, 'oidc')
  mayRead.resolve()
  // The read outside ends when a connection is free, or has been waited for too long.
  const inside = Promise.all(holders.map(({ read }) => read))
  const first = await Promise.race([outside.then(() => 'outside'), inside.then(() => 'inside')])
  mayEnd.resolve()
  await Promise.all(holders.map(({ ended }) => ended))
  expect(first).toBe('inside')
  expect(await inside).not.toContain(0)
  expect(await outside).not.toHaveLength(0)
})
