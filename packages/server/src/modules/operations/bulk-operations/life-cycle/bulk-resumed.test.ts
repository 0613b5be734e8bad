import type { BulkKindName } from '@signet/rules/bulk'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { secret } from '../../../../../testing/authenticators/hardware-tokens.ts'
import { buildAdmin } from '../../../../../testing/builders.ts'
import { bulkDriver, workBriefly, workOn } from '../../../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const countOf = async (table: 'grids' | 'tokens'): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from ${sql.table(table)} where tenant_id = ${test.tenant.id}`.execute(test.ctx.db)
  return rows[0]?.count ?? 0
}

const numbered = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('')

const cases = [
  ['unassignedgrids', 'grids', `numberOfGrids\n${numbered(1200, () => '1')}`],
  [
    'importhardwaretokens',
    'tokens',
    `serialNumber,secret\n${numbered(1200, (at) => `R-${at},${secret.toString('hex')}`)}`,
  ],
] as const satisfies readonly (readonly [BulkKindName, 'grids' | 'tokens', string])[]

it.each(cases)('%s that is taken up again does no row twice', async (kind, table, content) => {
  const driver = bulkDriver(kind, test.call, as)
  const { id } = await driver.upload(content)
  await driver.start(id)
  await workBriefly(test, id)
  const { done } = Object((await driver.read(id)).body)
  expect(done.rows).toBeGreaterThan(0)
  expect(done.rows).toBeLessThan(1200)
  expect(await countOf(table)).toBe(done.rows)
  // Two workers on the same operation, as after a job that was missed too early.
  await Promise.all([workOn(test, id), workOn(test, id)])
  expect((await driver.read(id)).body).toMatchObject({
    state: 'COMPLETED',
    done: { rows: 1200, changed: 1200, failed: 0 },
  })
  expect(await countOf(table)).toBe(1200)
})
