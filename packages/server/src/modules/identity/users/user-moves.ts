import { sql } from 'kysely'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { insertMemberships, removeMemberships, seesGroup } from '../groups/index.ts'
import type { FoundUser, GroupOfUser } from './users.repository.ts'

export interface Move {
  readonly user: FoundUser
  readonly group: GroupOfUser
  /** Into the group, or out of it. */
  readonly joins: boolean
}

/** Those of the groups that the actor knows of, kept until the transaction ends. */
export const findGroups = async (
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GroupOfUser>> => {
  const seen = ids.filter((id) => seesGroup(ctx, id))
  if (seen.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('groups')
    .select(['id', 'name', 'type'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', 'in', seen)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return new Map(rows.map((group) => [group.id, group]))
}

const linksOf = (moves: readonly Move[]) =>
  moves.map(({ user, group }) => ({ userId: user.id, groupId: group.id }))

/** Puts many users, whose rows are held, into groups and out of others, an event for each. */
export const move = async (ctx: Context, moves: readonly Move[]): Promise<void> => {
  if (moves.length === 0) return
  await insertMemberships(ctx, linksOf(moves.filter(({ joins }) => joins)))
  await removeMemberships(ctx, linksOf(moves.filter(({ joins }) => !joins)))
  const ids = moves.map(({ user }) => user.id)
  await sql`update users set version = version + 1, updated_at = ${ctx.platform.clock.now()}
    where tenant_id = ${ctx.tenant.id} and id = any (${ids}::uuid[])`.execute(ctx.db)
  for (const { user, group, joins } of moves) {
    audit(ctx, joins ? 'GROUP_MEMBER_ADDED' : 'GROUP_MEMBER_REMOVED', {
      subject: { entity: 'USERS', id: user.id, name: user.user_id },
      attributes: { groupId: group.id, group: group.name },
    })
  }
}
