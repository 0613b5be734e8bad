import type { WhatIfEffect } from '@signet/rules/risk/effects'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Window } from '../../../kit/lists.ts'
import type { WhatIfPersonRow, WhatIfRow } from '../../../platform/db/schema/what-ifs.ts'

export type StoredWhatIf = Selectable<WhatIfRow>
export type StoredPerson = Omit<Selectable<WhatIfPersonRow>, 'tenant_id' | 'what_if_id' | 'effect'>

const whatIfs = ({ db, tenant, platform }: Context) =>
  db
    .selectFrom('what_ifs')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('expires_at', '>', platform.clock.now())

export const find = (ctx: Context, id: string) =>
  whatIfs(ctx).where('id', '=', id).executeTakeFirst()

/** Keeps the row as it is until the transaction ends. */
export const findForChange = (ctx: Context, id: string) =>
  whatIfs(ctx).where('id', '=', id).forUpdate().executeTakeFirst()

/** The newest first: their ids begin with their time. */
export const list = (ctx: Context, limit: number): Promise<StoredWhatIf[]> =>
  whatIfs(ctx).orderBy('id', 'desc').limit(limit).execute()

export const update = (
  { db, tenant }: Context,
  id: string,
  change: Updateable<WhatIfRow>,
): Promise<StoredWhatIf> =>
  db
    .updateTable('what_ifs')
    .set(change)
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

interface PeopleWindow extends Window {
  readonly effect: WhatIfEffect
}

/** By name; alike names by id. */
export const listPeople = (
  { db, tenant }: Context,
  whatIfId: string,
  { effect, limit, position, backwards }: PeopleWindow,
): Promise<StoredPerson[]> => {
  const [name = '', userId = ''] = position?.after.map(String) ?? []
  const order = backwards ? 'desc' : 'asc'
  const edge = backwards
    ? sql<boolean>`(user_name, user_id) < (${name}, ${userId}::uuid)`
    : sql<boolean>`(user_name, user_id) > (${name}, ${userId}::uuid)`
  return db
    .selectFrom('what_if_people')
    .select(['user_id', 'user_name', 'sign_ins', 'decision_id', 'decided_at', 'before', 'after'])
    .where('tenant_id', '=', tenant.id)
    .where('what_if_id', '=', whatIfId)
    .where('effect', '=', effect)
    .$if(position !== null, (q) => q.where(edge))
    .orderBy('user_name', order)
    .orderBy('user_id', order)
    .limit(limit + 1)
    .execute()
}

/** How many people there are of each effect. */
export const countPeople = ({ db, tenant }: Context, whatIfId: string) =>
  db
    .selectFrom('what_if_people')
    .select((eb) => ['effect', eb.fn.countAll<string>().as('count')])
    .where('tenant_id', '=', tenant.id)
    .where('what_if_id', '=', whatIfId)
    .groupBy('effect')
    .execute()
