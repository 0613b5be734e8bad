import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { WhatIfPersonRow } from '../../../platform/db/schema/what-ifs.ts'

export interface FormerDecision {
  readonly id: string
  readonly user_id: string
  readonly user_name: string
  readonly decided_at: Date
  /** JSON as it was written. */
  readonly record: string
}

interface Stretch {
  /** The one judged last, and the last to judge. */
  readonly after: string
  readonly until: string
  readonly limit: number
}

/** The next decisions, in the order of their ids, which begin with their time. */
export const readDecisions = (
  { db, tenant }: Context,
  { after, until, limit }: Stretch,
): Promise<FormerDecision[]> =>
  db
    .selectFrom('access_decisions')
    .select(['id', 'user_id', 'user_name', 'decided_at', sql<string>`record::text`.as('record')])
    .where('tenant_id', '=', tenant.id)
    .where('id', '>', after)
    .where('id', '<=', until)
    .orderBy('id')
    .limit(limit)
    .execute()

/** The groups that people are in, by person. */
export const readGroups = async (
  { db, tenant }: Context,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const ids = [...new Set(userIds)]
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('user_groups')
    .select(['user_id', 'group_id'])
    .where('tenant_id', '=', tenant.id)
    .where(sql<boolean>`user_id = any(${ids}::uuid[])`)
    .execute()
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id)
  return new Map([...byUser].map(([id, own]) => [id, own.map(({ group_id }) => group_id)]))
}

export type Affected = Omit<Selectable<WhatIfPersonRow>, 'tenant_id' | 'what_if_id'>

/** Adds what a stretch of decisions says of people: a person stands once for each effect. */
export const addPeople = async (
  { db, tenant }: Context,
  whatIfId: string,
  people: readonly Affected[],
): Promise<void> => {
  if (people.length === 0) return
  const own = { tenant_id: tenant.id, what_if_id: whatIfId }
  await db
    .insertInto('what_if_people')
    .values(people.map((one) => ({ ...own, ...one })))
    .onConflict((on) =>
      on.columns(['tenant_id', 'what_if_id', 'effect', 'user_id']).doUpdateSet((eb) => ({
        sign_ins: eb('what_if_people.sign_ins', '+', eb.ref('excluded.sign_ins')),
        user_name: eb.ref('excluded.user_name'),
        decision_id: eb.ref('excluded.decision_id'),
        decided_at: eb.ref('excluded.decided_at'),
        before: eb.ref('excluded.before'),
        after: eb.ref('excluded.after'),
      })),
    )
    .execute()
}
