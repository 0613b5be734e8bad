import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  openTestDatabase,
  type TestDatabase,
} from '../../../testing/database/open-test-database.ts'
import { bossDatabase, bossHandle, bossSettings } from './boss-database.ts'

const tenantId = '01940000-0000-7000-8000-000000000001'

describe('pg-boss over our handle', () => {
  let opened: TestDatabase
  let boss: PgBoss

  beforeAll(async () => {
    opened = await openTestDatabase()
    boss = new PgBoss({ db: bossDatabase(opened.database), ...bossSettings, supervise: false })
    await boss.start()
  })

  afterAll(async () => {
    await boss.stop({ graceful: false })
    await opened.drop()
  })

  test('starts on the schema of our migrations and finds their queues', async () => {
    const queues = await boss.getQueues()
    expect(queues.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['async-jobs', 'key-rotation', 'mail']),
    )
  })

  test('makes a job with the commit of our transaction', async () => {
    const id = await opened.database.transaction(tenantId, ({ db }) =>
      boss.send('mail', { tenantId, jobRowId: 'a' }, { db: bossHandle(db) }),
    )
    const jobs = await boss.fetch('mail')
    expect(jobs.map((job) => [job.id, job.data])).toEqual([[id, { tenantId, jobRowId: 'a' }]])
    await boss.complete(
      'mail',
      jobs.map((job) => job.id),
    )
  })

  test('makes no job when our transaction is rolled back', async () => {
    const attempt = opened.database.transaction(tenantId, async ({ db }) => {
      await boss.send('mail', { tenantId, jobRowId: 'b' }, { db: bossHandle(db) })
      throw new Error('changed its mind')
    })
    await expect(attempt).rejects.toThrow('changed its mind')
    expect(await boss.fetch('mail')).toEqual([])
  })

  test('inserts many jobs with the commit of our transaction', async () => {
    const jobs = Array.from({ length: 20 }, (_, index) => ({ data: { tenantId, jobRowId: index } }))
    await opened.database.transaction(tenantId, ({ db }) =>
      boss.insert('key-rotation', jobs, { db: bossHandle(db) }),
    )
    expect(await boss.fetch('key-rotation', { batchSize: 50 })).toHaveLength(20)
  })

  test('supervises queues without creating anything', async () => {
    const errors: unknown[] = []
    boss.on('error', (error) => errors.push(error))
    await boss.supervise()
    expect(errors).toEqual([])
  })

  test('refuses at once a queue it does not know inside a transaction', async () => {
    const attempt = opened.database.transaction(tenantId, ({ db }) =>
      boss.send('unknown', {}, { db: bossHandle(db) }),
    )
    await expect(attempt).rejects.toThrow('must use the handle of that transaction')
  })
})
