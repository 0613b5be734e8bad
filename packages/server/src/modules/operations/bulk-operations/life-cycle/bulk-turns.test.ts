import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { buildAdmin } from '../../../../../testing/builders.ts'
import { bulkDriver } from '../../../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'
import { findOperation } from '../bulk-operations.repository.ts'
import type { BulkWork } from '../bulk-work.ts'
import { importUsers } from '../kinds/import-users.ts'
import { batchesOf, type Ready } from './bulk-reading.ts'
import { beginTurn } from './bulk-turns.ts'

const file = `userId\n${Array.from({ length: 1000 }, (_, at) => `turn-${at}`).join('\n')}\n`

/** An operation that is running, and its two batches. */
const started = async (test: TestApp) => {
  await test.platform.queue.start()
  const { token } = await buildAdmin(test.ctx)
  const imports = bulkDriver('importusers', test.call, token)
  const { id } = await imports.upload(file)
  await imports.start(id)
  const operation = await findOperation(test.ctx, id)
  if (operation === undefined) throw new Error('there is no operation')
  const batches: Ready[] = []
  for await (const ready of batchesOf(test.ctx, importUsers, operation)) batches.push(ready)
  const [first, second] = batches
  if (first === undefined || second === undefined) throw new Error('two batches are wanted')
  return { id, first, second, read: () => imports.read(id) }
}

const bothTurns = async (test: TestApp, work: BulkWork) => {
  const { id, first, second, read } = await started(test)
  const former = beginTurn(test.ctx, work, { ready: first, id, former: Promise.resolve(true) })
  await former.begun
  const latter = beginTurn(test.ctx, work, { ready: second, id, former: former.done })
  expect(await Promise.all([former.done, latter.done])).toEqual([true, true])
  return (await read()).body
}

const isFirst = (rows: Parameters<BulkWork['perform']>[1]): boolean => rows[0]?.line === 2

it('writes a batch beside the one before, once, and keeps it behind that one', async () => {
  const test = await startTestApp({ ownDatabase: true })
  const { promise: written, resolve } = Promise.withResolvers<void>()
  let times = 0
  const work: BulkWork = {
    ...importUsers,
    perform: async (ctx, rows, how) => {
      if (isFirst(rows)) {
        await written
        // Until the other one waits.
        await sleep(300)
        return importUsers.perform(ctx, rows, how)
      }
      times += 1
      const verdicts = await importUsers.perform(ctx, rows, how)
      resolve()
      return verdicts
    },
  }
  try {
    expect((await bothTurns(test, work)).done).toMatchObject({ rows: 1000, changed: 1000 })
    expect(times).toBe(1)
  } finally {
    await test.close()
  }
})

it('keeps two batches that want the same row, each in its order', async () => {
  const test = await startTestApp({ ownDatabase: true })
  const { promise: taken, resolve } = Promise.withResolvers<void>()
  const takeTenant = (ctx: Parameters<BulkWork['perform']>[0]) =>
    sql`select from tenants where tenant_id = ${test.tenant.id} for update`.execute(ctx.db)
  const work: BulkWork = {
    ...importUsers,
    perform: async (ctx, rows, how) => {
      if (isFirst(rows)) await taken
      await takeTenant(ctx)
      resolve()
      return importUsers.perform(ctx, rows, how)
    },
  }
  try {
    expect((await bothTurns(test, work)).done).toMatchObject({ rows: 1000, changed: 1000 })
  } finally {
    await test.close()
  }
})
