import type { Updateable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { GroupRow } from '../../../platform/db/schema/identity.ts'
import type { StoredGroup } from './groups.policy.ts'
import { groupsInSight } from './sight.ts'

/** More than a list without pages is made for. */
const most = 1000

/** The groups that the actor knows of. */
export const seenGroups = (ctx: Context) => {
  const groups = groupsInSight(ctx)
  const all = ctx.db.selectFrom('groups as g').where('g.tenant_id', '=', ctx.tenant.id)
  return groups === 'ALL' ? all : all.where((eb) => eb('g.id', '=', eb.fn.any(eb.val(groups))))
}

export const listSeen = (ctx: Context): Promise<StoredGroup[]> =>
  seenGroups(ctx).selectAll('g').orderBy('g.name_key').orderBy('g.id').limit(most).execute()

export const findGroup = (ctx: Context, id: string): Promise<StoredGroup | undefined> =>
  seenGroups(ctx).selectAll('g').where('g.id', '=', id).executeTakeFirst()

/** Keeps the row as it is until the transaction ends. */
export const findGroupForChange = (ctx: Context, id: string): Promise<StoredGroup | undefined> =>
  seenGroups(ctx).selectAll('g').where('g.id', '=', id).forUpdate().executeTakeFirst()

export const findByExternalId = (
  ctx: Context,
  externalId: string,
): Promise<StoredGroup | undefined> =>
  seenGroups(ctx).selectAll('g').where('g.external_id', '=', externalId).executeTakeFirst()

/** Those of these groups that there are and that the actor knows of, kept until the transaction ends. */
export const listForLink = async (ctx: Context, ids: readonly string[]): Promise<StoredGroup[]> =>
  ids.length === 0
    ? []
    : seenGroups(ctx)
        .selectAll('g')
        .where('g.id', 'in', [...ids])
        .orderBy('g.id')
        .forKeyShare()
        .execute()

export const insertGroups = async (ctx: Context, rows: readonly StoredGroup[]): Promise<void> => {
  if (rows.length > 0)
    await ctx.db
      .insertInto('groups')
      .values([...rows])
      .execute()
}

export const updateGroup = (
  ctx: Context,
  id: string,
  columns: Updateable<GroupRow>,
): Promise<StoredGroup> =>
  ctx.db
    .updateTable('groups')
    .set((eb) => ({
      ...columns,
      updated_at: ctx.platform.clock.now(),
      version: eb('version', '+', 1),
    }))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const removeGroup = async (ctx: Context, id: string): Promise<void> => {
  await ctx.db
    .deleteFrom('groups')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}
