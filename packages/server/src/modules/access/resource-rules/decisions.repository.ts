import type { RiskFacts } from '@signet/rules/risk/factors'
import { type CompiledQuery, type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { AccessDecisionRow } from '../../../platform/db/schema/risk.ts'
import { inSight } from '../../identity/groups/index.ts'

export type StoredDecision = Omit<Selectable<AccessDecisionRow>, 'tenant_id' | 'resource'>

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

/** Adds why somebody was refused to what was decided before; the whole row where nothing was. */
export const keepRefusal = ({ db, tenant }: Context, row: StoredDecision): CompiledQuery => {
  const { id, record, ...rest } = row
  const columns = { ...rest, record: JSON.stringify(record) }
  return db
    .insertInto('access_decisions')
    .values({ tenant_id: tenant.id, id, ...columns })
    .onConflict((on) =>
      on.columns(['tenant_id', 'id']).doUpdateSet({
        outcome: row.outcome,
        decided_at: row.decided_at,
        record: sql`(access_decisions.record::jsonb || excluded.record::jsonb)::json`,
      }),
    )
    .compile()
}

export interface KeptFacts extends Pick<RiskFacts, 'address' | 'engines'> {
  readonly resource: string
}

/** How long what an engine has said in a session holds for the next application. */
export const engineAnswersHoldMillis = 5 * 60_000

interface Asking {
  readonly decisionId: string
  readonly userId: string
  readonly sessionId?: string
}

/** What engines have said of a sign-in so far, or in a session of late, and where it came from then. */
export const keptFactsQuery = (
  { db, tenant, platform }: Context,
  { decisionId, userId, sessionId }: Asking,
): CompiledQuery<KeptFacts> => {
  const since = new Date(platform.clock.now().getTime() - engineAnswersHoldMillis)
  const kept = db
    .selectFrom('access_decisions')
    .select([
      'resource',
      sql<string | null>`record->'facts'->>'address'`.as('address'),
      sql<KeptFacts['engines']>`record->'facts'->'engines'`.as('engines'),
    ])
    .where('tenant_id', '=', tenant.id)
  if (sessionId === undefined) return kept.where('id', '=', decisionId).compile()
  return kept
    .where('user_id', '=', userId)
    .where('decided_at', '>', since)
    .where(sql<boolean>`record ->> 'sessionId' = ${sessionId}`)
    .where(sql<boolean>`record -> 'facts' ->> 'engines' <> '{}'`)
    .orderBy('decided_at', 'desc')
    .limit(1)
    .compile()
}

const columns = ['id', 'user_id', 'user_name', 'decided_at', 'outcome', 'level', 'record'] as const

export const listDecisionsOf = (
  { db, tenant }: Context,
  userId: string,
): Promise<StoredDecision[]> =>
  db
    .selectFrom('access_decisions')
    .select(columns)
    .where('tenant_id', '=', tenant.id)
    .where('user_id', '=', userId)
    .orderBy('decided_at', 'desc')
    .limit(shownDecisions)
    .execute()

/** Decisions about people whom the actor manages. */
const seen = (ctx: Context) =>
  ctx.db
    .selectFrom('access_decisions')
    .where('access_decisions.tenant_id', '=', ctx.tenant.id)
    .where(inSight(ctx, 'access_decisions.user_id'))

export const find = (ctx: Context, id: string): Promise<StoredDecision | undefined> =>
  seen(ctx).select(columns).where('id', '=', id).executeTakeFirst()

interface DecisionFilter {
  readonly from: Date
  readonly until: Date | null
  readonly id?: string | undefined
  readonly userId?: string | undefined
  readonly resourceId?: string | undefined
  readonly outcome?: StoredDecision['outcome'] | undefined
  readonly level?: StoredDecision['level'] | undefined
}

const filtered = (ctx: Context, wanted: DecisionFilter) => {
  const { from, until, id = '', userId = '', resourceId = '', outcome, level } = wanted
  return seen(ctx)
    .where('decided_at', '>=', from)
    .$if(until !== null, (q) => q.where('decided_at', '<', until ?? from))
    .$if(id !== '', (q) => q.where('id', '=', id))
    .$if(userId !== '', (q) => q.where('user_id', '=', userId))
    .$if(resourceId !== '', (q) => q.where('resource', '=', resourceId))
    .$if(outcome !== undefined, (q) => q.where('outcome', '=', outcome ?? 'DENY'))
    .$if(level !== undefined, (q) => q.where('level', '=', level ?? 'HIGH'))
}

/** As lists show them. */
export const listedDecisions = (ctx: Context, wanted: DecisionFilter) =>
  filtered(ctx, wanted)
    .select(['id', 'user_id', 'user_name', 'decided_at', 'outcome', 'level', 'resource'])
    .select([
      sql<string | null>`record -> 'judgement' ->> 'rule'`.as('rule'),
      sql<string | null>`coalesce(record -> 'facts' ->> 'address', record ->> 'address')`.as(
        'address',
      ),
      sql<
        string | null
      >`coalesce(record -> 'facts' -> 'place' ->> 'country', record ->> 'country')`.as('country'),
    ])

export const groupsQuery = ({ db, tenant }: Context, userId: string) =>
  db
    .selectFrom('user_groups')
    .select('group_id')
    .where('tenant_id', '=', tenant.id)
    .where('user_id', '=', userId)
    .compile()

/** The groups that somebody is in. */
export const groupsOfPerson = async (ctx: Context, userId: string): Promise<readonly string[]> =>
  (await ctx.db.executeQuery(groupsQuery(ctx, userId))).rows.map(({ group_id }) => group_id)
