import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit } from '../kit/audit.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

/* Guard: the runtime role's grants on the audit log, and on each of its partitions. */

let test: TestApp
let month: string
beforeAll(async () => {
  test = await startTestApp()
  month = new Date().toISOString().slice(0, 10)
  for (const table of ['audit_events', 'audit_details']) {
    await sql`select ensure_month_partition(${table}, ${month}::date)`.execute(
      test.platform.database.system,
    )
  }
  await test.ctx.transaction(async (ctx) => audit(ctx, 'NOTED', {}))
})
afterAll(() => test.close())

const partOf = (table: string): string => `${table}_${month.slice(0, 7).replace('-', '_')}`

const run = (text: string) =>
  sql.raw(`${text} where tenant_id = '${test.tenant.id}'`).execute(test.ctx.db)

describe('an audit event', () => {
  it.each([
    ['update', 'audit_events', "set action = 'FORGED'"],
    ['delete from', 'audit_events', ''],
    ['update', 'audit_details', "set detail = '{}'"],
    ['update', 'audit_chain', 'set event_count = 0'],
    ['delete from', 'audit_chain', ''],
  ])('is out of reach of the service’s own role: %s %s', async (verb, table, change) => {
    const tables = table === 'audit_chain' ? [table] : [table, `${table}_default`, partOf(table)]
    for (const each of tables) {
      await expect(run(`${verb} ${each} ${change}`)).rejects.toMatchObject({ code: '42501' })
    }
    const { rows } = await sql`select action from audit_events`.execute(test.ctx.db)
    expect(rows).toContainEqual({ action: 'NOTED' })
  })

  it('is written to its month, and its detail can be erased', async () => {
    const { rows } = await sql`select action from ${sql.table(partOf('audit_events'))}`.execute(
      test.ctx.db,
    )
    expect(rows).toContainEqual({ action: 'NOTED' })
    await run('delete from audit_details')
    const left = await sql`select 1 from audit_details`.execute(test.ctx.db)
    expect(left.rows).toEqual([])
  })
})
