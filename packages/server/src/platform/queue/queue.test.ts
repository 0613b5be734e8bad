import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  openTestDatabase,
  type TestDatabase,
} from '../../../testing/database/open-test-database.ts'
import { createTestTenant } from '../../../testing/database/test-tenant.ts'
import { systemClock } from '../clock.ts'
import { systemIds } from '../ids.ts'
import { createLog } from '../log.ts'
import { type Job, type Queue, type QueueName, queueNames } from '../queue.ts'
import { openSecrets } from '../secrets/open-secrets.ts'
import type { Secrets } from '../secrets.ts'
import { createQueue } from './queue.ts'

let opened: TestDatabase
let secrets: Secrets
let tenantId: string
let otherId: string
let thirdId: string
let queue: Queue

beforeAll(async () => {
  opened = await openTestDatabase()
  secrets = await openSecrets({
    config: { masterKey: randomBytes(32).toString('hex'), masterKeyFile: null, dataDir: '/none' },
    database: opened.database,
    clock: systemClock,
    ids: systemIds,
  })
  const tenant = () =>
    createTestTenant(opened.database, (db, id) => secrets.createTenantKeys(db, id))
  tenantId = await tenant()
  otherId = await tenant()
  thirdId = await tenant()
  await opened.asOwner((owner) =>
    owner.query('update pgboss.queue set retry_delay = 0, retry_backoff = false, retry_limit = 1'),
  )
})
afterAll(() => opened.drop())

const newQueue = () =>
  createQueue({
    database: opened.database,
    secrets,
    clock: systemClock,
    ids: systemIds,
    log: createLog({ level: 'silent' }),
  })

beforeEach(async () => {
  queue = newQueue()
  await queue.start()
})
afterEach(async () => {
  await queue.stop()
  await opened.asOwner((owner) => owner.query('delete from pgboss.job'))
})

const enqueue = async (
  content: { code: string },
  tenant = tenantId,
  by: Queue = queue,
): Promise<string> => {
  await secrets.ready(tenant)
  return await opened.database.transaction(tenant, ({ db }) =>
    by.enqueue(db, { tenantId: tenant, queue: 'mail', content }),
  )
}

const rowOf = (id: string, tenant = tenantId) =>
  opened.database
    .forTenant(tenant)
    .selectFrom('job_contents')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst()

/** Waits for a job's row to be in a state. */
const settled = async (id: string, state: string, tenant = tenantId) => {
  for (;;) {
    const row = await rowOf(id, tenant)
    if (row?.state === state) return row
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test('every queue of the code stands in a migration', async () => {
  const { rows } = await sql<{ name: string }>`select name from pgboss.queue`.execute(
    opened.database.system,
  )
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining([...queueNames]))
})

describe('a job', () => {
  test('reaches its handler with its tenant and content, then forgets the content', async () => {
    const seen: Job[] = []
    await queue.handle('mail', async (job) => void seen.push(job))
    const id = await enqueue({ code: '123456' })
    const otherJob = await enqueue({ code: '654321' }, otherId)
    const row = await settled(id, 'DONE')
    await settled(otherJob, 'DONE', otherId)
    expect(row).toMatchObject({ sealed: null, attempts: 1, last_error: null })
    expect(row.ended_at).toBeInstanceOf(Date)
    const of = (jobRowId: string) => seen.filter((job) => job.jobRowId === jobRowId)
    expect(of(id)).toMatchObject([{ tenantId, content: { code: '123456' }, attempt: 1 }])
    expect(of(otherJob)).toMatchObject([{ tenantId: otherId, content: { code: '654321' } }])
  })

  test('is not made when the transaction is rolled back', async () => {
    const attempt = opened.database.transaction(tenantId, async ({ db }) => {
      const id = await queue.enqueue(db, { tenantId, queue: 'mail', content: { code: '1' } })
      throw new Error(`changed its mind about ${id}`)
    })
    await expect(attempt).rejects.toThrow('changed its mind')
    const { rows } = await sql`select 1 from pgboss.job`.execute(opened.database.system)
    expect(rows).toEqual([])
  })

  test('leaves no content in clear: the queue knows tenant and row only', async () => {
    const id = await enqueue({ code: 'canary-7f3a' })
    const { rows } = await opened.asOwner((owner) =>
      owner.query<{ data: unknown; text: string }>(
        `select j.data, j::text || c::text as text from pgboss.job j, job_contents c where c.id = $1`,
        [id],
      ),
    )
    expect(rows[0]?.data).toEqual({ tenantId, jobRowId: id })
    expect(rows[0]?.text).not.toContain('canary')
    expect(rows[0]?.text).not.toContain(Buffer.from('canary-7f3a').toString('hex'))
  })

  test('waits for its time', async () => {
    const later = new Date(Date.now() + 3_600_000)
    await secrets.ready(tenantId)
    await opened.database.transaction(tenantId, ({ db }) =>
      queue.enqueue(db, { tenantId, queue: 'mail', content: {}, startAfter: later }),
    )
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from start_after - created_on)::int as seconds from pgboss.job`.execute(
      opened.database.system,
    )
    expect(rows).toEqual([{ seconds: 3600 }])
  })
})

const put = async (name: QueueName, tenant: string, count: number): Promise<void> => {
  await secrets.ready(tenant)
  const contents = Array.from({ length: count }, (_, at) => ({ code: String(at) }))
  await opened.database.transaction(tenant, ({ db }) =>
    queue.enqueueAll(db, { tenantId: tenant, queue: name, contents }),
  )
}

describe.each(queueNames)('the queue %s', (name) => {
  test('runs a job of another tenant while one tenant has as many at work as it may', {
    meta: { covers: ['S73'] },
  }, async () => {
    const held = Promise.withResolvers<void>()
    const begun: string[] = []
    await queue.handle(name, async ({ tenantId: id }) => {
      begun.push(id)
      if (id === tenantId) await held.promise
    })
    try {
      await put(name, tenantId, 12)
      await expect.poll(() => begun.length).toBeGreaterThan(0)
      await put(name, otherId, 1)
      await expect.poll(() => begun).toContain(otherId)
      expect(begun.filter((id) => id === tenantId).length).toBeLessThan(12)
    } finally {
      held.resolve()
    }
    await expect.poll(() => begun.length, { timeout: 120_000 }).toBe(13)
  })

  test('gives a tenant its turn before the long queues of two others', async () => {
    const begun: string[] = []
    const [first, second] = [tenantId, otherId]
    await put(name, first, 6)
    await put(name, second, 6)
    await put(name, thirdId, 2)
    await queue.handle(name, async ({ tenantId: id }) => {
      begun.push(id)
    })
    await expect.poll(() => begun.length, { timeout: 120_000 }).toBe(14)
    // In the order they came, both would be last.
    expect(begun.lastIndexOf(thirdId)).toBeLessThan(10)
  })
})

describe('the one job of a tenant', () => {
  test.each(queueNames)('is among the first of %s, however many of another wait', async (name) => {
    const enqueueMany = async (tenant: string, count: number): Promise<void> => {
      await secrets.ready(tenant)
      const contents = Array.from({ length: count }, () => ({ code: '1' }))
      await opened.database.transaction(tenant, ({ db }) =>
        queue.enqueueAll(db, { tenantId: tenant, queue: name, contents }),
      )
    }
    await enqueueMany(tenantId, 2000)
    await enqueueMany(otherId, 1)
    const { rows } = await opened.asOwner((owner) =>
      owner.query(
        `select group_id from pgboss.job where name = $1
          order by priority desc, created_on, id limit 3`,
        [name],
      ),
    )
    expect(rows.map(({ group_id: group }) => group)).toContain(otherId)
  })
})

describe('a job whose handler throws', () => {
  test('is tried again and then done', async () => {
    let tries = 0
    await queue.handle('mail', async ({ attempt }) => {
      tries += 1
      if (attempt === 1) throw new Error('the server is busy')
    })
    const id = await enqueue({ code: '1' })
    expect(await settled(id, 'DONE')).toMatchObject({ attempts: 2, last_error: null })
    expect(tries).toBe(2)
    await expect.poll(() => queue.tries).toEqual({ done: 1, failed: 1 })
  })

  test('is seen as failed after the last try, with its reason but no secret', async () => {
    await queue.handle('mail', async () => {
      throw new Error('refused\nBearer canary-7f3a-canary')
    })
    const id = await enqueue({ code: '1' })
    const row = await settled(id, 'FAILED')
    expect(row).toMatchObject({ attempts: 2, last_error: 'Error: refused [redacted]' })
    expect(row.sealed).not.toBeNull()
  })
})

test('a job left by one node is taken up by another', async () => {
  const id = await enqueue({ code: '1' })
  await queue.stop()
  const other = newQueue()
  await other.handle('mail', async () => {})
  await other.start()
  expect(await settled(id, 'DONE')).toMatchObject({ attempts: 1 })
  await other.stop()
})

test('stopping lets a running job end, with the next job that it makes', async () => {
  let ended = false
  const stopping = Promise.withResolvers<void>()
  const started = new Promise<void>((resolve) => {
    void queue.handle('mail', async () => {
      resolve()
      await stopping.promise
      await enqueue({ code: '2' })
      ended = true
    })
  })
  const id = await enqueue({ code: '1' })
  await started
  const stopped = queue.stop()
  stopping.resolve()
  await stopped
  expect(ended).toBe(true)
  expect((await rowOf(id))?.state).toBe('DONE')
})

test('stopping waits for a start and then leaves nothing at work', async () => {
  const other = newQueue()
  const starting = other.start()
  await other.stop()
  await starting
  await expect(enqueue({ code: '1' }, tenantId, other)).rejects.toThrow('has not been started')
})
