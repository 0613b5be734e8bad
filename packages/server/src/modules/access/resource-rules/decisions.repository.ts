import type { RiskFacts } from '@signet/rules/risk/factors'
import { type CompiledQuery, type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { AccessDecisionRow } from '../../../platform/db/schema/risk.ts'

export type StoredDecision = Omit<Selectable<AccessDecisionRow>, 'tenant_id'>

const shownDecisions = 50

/** One row a sign-in: what a later step leads to takes the place of what was decided before. */
export const keepDecision = ({ db, tenant }: Context, row: StoredDecision): CompiledQuery => {
  const { id, record, ...rest } = row
  const columns = { ...rest, record: JSON.stringify(record) }
  return db
    .insertInto('access_decisions')
    .values({ tenant_id: tenant.id, id, ...columns })
    .onConflict((on) => on.columns(['tenant_id', 'id']).doUpdateSet(columns))
    .compile()
}

export type KeptFacts = Pick<RiskFacts, 'address' | 'engines'>

/** What engines have said of a sign-in so far, and where it came from then. */
export const keptFactsQuery = ({ db, tenant }: Context, id: string): CompiledQuery<KeptFacts> =>
  db
    .selectFrom('access_decisions')
    .select([
      sql<string | null>`record->'facts'->>'address'`.as('address'),
      sql<KeptFacts['engines']>`record->'facts'->'engines'`.as('engines'),
    ])
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .compile()

export const listDecisions = ({ db, tenant }: Context, userId: string): Promise<StoredDecision[]> =>
  db
    .selectFrom('access_decisions')
    .select(['id', 'user_id', 'user_name', 'decided_at', 'outcome', 'level', 'record'])
    .where('tenant_id', '=', tenant.id)
    .where('user_id', '=', userId)
    .orderBy('decided_at', 'desc')
    .limit(shownDecisions)
    .execute()
