import { CompiledQuery } from 'kysely'
import type { Database } from '../../src/platform/db/database.ts'

export interface PlanNode {
  /** PostgreSQL's name of the step: Index Scan, Seq Scan, Sort... */
  readonly type: string
  readonly relation: string | null
  readonly index: string | null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const nodesOf = (plan: unknown): PlanNode[] => {
  if (!isRecord(plan)) return []
  const node = {
    type: textOf(plan['Node Type']) ?? '',
    relation: textOf(plan['Relation Name']),
    index: textOf(plan['Index Name']),
  }
  const below = Array.isArray(plan.Plans) ? plan.Plans.flatMap(nodesOf) : []
  return [node, ...below]
}

/** Connections avoid sequential scans; here they are free, so that a missing index shows. */
const freely = CompiledQuery.raw(`select set_config('enable_seqscan', 'on', true)`)

/**
 * The steps that the runtime role takes for a query, as PostgreSQL plans them: once for a
 * connection, so without looking at values.
 */
export const planOf = async (
  database: Database,
  tenantId: string,
  query: CompiledQuery,
): Promise<PlanNode[]> => {
  const values = query.parameters.length === 0 ? '' : `(${query.parameters.map(() => 'null')})`
  const [, , , planned] = await database.flush(tenantId, [
    freely,
    CompiledQuery.raw(`set local plan_cache_mode = 'force_generic_plan'`),
    CompiledQuery.raw(`prepare planned as ${query.sql}`),
    CompiledQuery.raw(`explain (format json) execute planned${values}`),
    CompiledQuery.raw('deallocate planned'),
  ])
  const [answer] = Object.values(planned?.rows[0] ?? {})
  const [top] = Array.isArray(answer) ? answer : []
  return isRecord(top) ? nodesOf(top.Plan) : []
}

/**
 * Test support: a hot query must reach its rows by an index under row-level security. Fill the
 * table and ANALYZE it first; on a small one a sequential scan is right.
 */
export const expectNoSeqScan = async (
  database: Database,
  tenantId: string,
  query: CompiledQuery,
): Promise<void> => {
  const nodes = await planOf(database, tenantId, query)
  const scanned = nodes.filter(({ type }) => type === 'Seq Scan').map(({ relation }) => relation)
  if (nodes.length === 0) throw new Error('PostgreSQL gave no plan')
  if (scanned.length === 0) return
  throw new Error(`scans the whole of ${scanned.join(', ')}: ${query.sql}`)
}
