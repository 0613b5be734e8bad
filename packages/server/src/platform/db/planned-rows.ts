import { type Expression, sql } from 'kysely'
import type { TenantDb } from './database.ts'

const isPlan = (value: unknown): value is readonly [{ readonly Plan: Record<string, unknown> }] =>
  Array.isArray(value) && typeof value[0]?.Plan === 'object'

/** The planner's idea of how many rows a query has: none is read for it. */
export const plannedRows = async (db: TenantDb, query: Expression<unknown>): Promise<number> => {
  const { rows } = await sql<Record<string, unknown>>`explain (format json) ${query}`.execute(db)
  const plan = rows[0]?.['QUERY PLAN']
  return isPlan(plan) ? Number(plan[0].Plan['Plan Rows']) : 0
}
