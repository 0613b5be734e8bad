import { type Expression, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

/** The groups that an actor is limited to; `ALL` without a limit. */
export const groupsInSight = ({ actor }: Context): 'ALL' | readonly string[] => {
  if (actor.kind === 'system') return 'ALL'
  return actor.kind === 'anonymous' ? [] : actor.groupScope
}

export const seesGroup = (ctx: Context, groupId: string): boolean => {
  const groups = groupsInSight(ctx)
  return groups === 'ALL' || groups.includes(groupId)
}

/** Whether a user who is in these groups is one of those the actor manages. */
export const seesMemberOf = (ctx: Context, groups: readonly { readonly id: string }[]): boolean =>
  groupsInSight(ctx) === 'ALL' || groups.some(({ id }) => seesGroup(ctx, id))

/** As `seesMemberOf` in SQL, for the user whose id is `column`. */
export const inSight = (ctx: Context, column: string): Expression<SqlBool> => {
  const groups = groupsInSight(ctx)
  return groups === 'ALL' ? sql<SqlBool>`true` : memberOf(ctx.tenant.id, groups, column)
}

/** One look at an index for each row, never the members of the groups. */
export const memberOf = (
  tenantId: string,
  groups: readonly string[],
  column: string,
): Expression<SqlBool> => sql<SqlBool>`
  (select true from user_groups ug where ug.tenant_id = ${tenantId}::uuid
    and ug.user_id = ${sql.ref(column)} and ug.group_id = any(${groups}::uuid[]) limit 1)`

/**
 * Whether the audit event `e` is about somebody whom the actor manages: events about anybody or
 * anything else are none of an administrator who is limited to groups.
 */
export const eventInSight = (tenantId: string, groups: readonly string[]): Expression<SqlBool> =>
  sql<SqlBool>`(select true from user_groups ug where ug.tenant_id = ${tenantId}::uuid
    and ug.user_id = (case when e.entity = 'USERS' and length(e.entity_id) = 36
      then e.entity_id::uuid end)
    and ug.group_id = any(${groups}::uuid[]) limit 1)`
