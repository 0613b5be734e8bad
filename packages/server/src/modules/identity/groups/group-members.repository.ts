import { CompiledQuery, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

export interface Counted {
  readonly count: number
  readonly estimated: boolean
}

/** Members counted to give a total; beyond, the planner is asked. */
const mostCounted = 10_000
const namesShown = 5

const isPlan = (value: unknown): value is readonly [{ readonly Plan: Record<string, unknown> }] =>
  Array.isArray(value) && typeof value[0]?.Plan === 'object'

const members = ({ db, tenant }: Context, groupId: string) =>
  db
    .selectFrom('user_groups as ug')
    .where('ug.tenant_id', '=', tenant.id)
    .where('ug.group_id', '=', groupId)

/** How many are in a group: counted up to 10,000, else the planner's idea. */
export const countMembers = async (ctx: Context, groupId: string): Promise<Counted> => {
  const some = members(ctx, groupId)
    .select('ug.user_id')
    .limit(mostCounted + 1)
    .as('some')
  const { count } = await ctx.db
    .selectFrom(some)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) <= mostCounted) return { count: Number(count), estimated: false }
  const query = members(ctx, groupId).select('ug.user_id').compile()
  const explain = CompiledQuery.raw(`explain (format json) ${query.sql}`, [...query.parameters])
  const { rows } = await ctx.db.executeQuery<Record<string, unknown>>(explain)
  const plan = rows[0]?.['QUERY PLAN']
  const estimate = isPlan(plan) ? Number(plan[0].Plan['Plan Rows']) : 0
  return { count: Math.max(estimate, mostCounted + 1), estimated: true }
}

/** The first few members by name, for people to read. */
export const namesOfMembers = async (ctx: Context, groupId: string): Promise<string[]> => {
  const rows = await members(ctx, groupId)
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'ug.tenant_id').onRef('u.id', '=', 'ug.user_id'),
    )
    .select('u.user_id')
    .orderBy('ug.name_key')
    .limit(namesShown)
    .execute()
  return rows.map(({ user_id: name }) => name)
}

/** Roles limited to a group among others, by name. */
export const rolesLimitedTo = async (ctx: Context, groupId: string): Promise<string[]> => {
  const rows = await ctx.db
    .selectFrom('roles')
    .select('name')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('group_management', '=', 'SOME')
    .where(sql<boolean>`group_ids @> ${JSON.stringify([groupId])}::jsonb`)
    .orderBy('name_key')
    .execute()
  return rows.map(({ name }) => name)
}

/** Takes up to `most` members out, and counts their versions up: each shows their groups. */
export const removeMembers = async (
  ctx: Context,
  groupId: string,
  most: number,
): Promise<number> => {
  const { rows } = await sql<{ removed: number }>`
    with gone as (
      delete from user_groups where tenant_id = ${ctx.tenant.id}::uuid
        and group_id = ${groupId}::uuid and user_id in (
          select user_id from user_groups where tenant_id = ${ctx.tenant.id}::uuid
            and group_id = ${groupId}::uuid order by user_id limit ${most}::integer)
      returning user_id),
    touched as (
      update users set version = version + 1, updated_at = ${ctx.platform.clock.now()}
        where tenant_id = ${ctx.tenant.id}::uuid and id in (select user_id from gone))
    select count(*)::integer as removed from gone`.execute(ctx.db)
  return rows[0]?.removed ?? 0
}

export interface Membership {
  readonly userId: string
  readonly groupId: string
}

/** One value whatever the number of links. */
const asRows = (links: readonly Membership[]) => sql<{ user_id: string; group_id: string }>`
  jsonb_to_recordset(${JSON.stringify(
    links.map(({ userId, groupId }) => ({ user_id: userId, group_id: groupId })),
  )}::jsonb) as l (user_id uuid, group_id uuid)`

/**
 * Puts users into groups, any number at once; returns the links that were new. Users and groups
 * that are not here are passed over.
 */
export const insertMemberships = async (
  ctx: Context,
  links: readonly Membership[],
): Promise<readonly Membership[]> => {
  if (links.length === 0) return []
  const { rows } = await sql<{ user_id: string; group_id: string }>`
    insert into user_groups (tenant_id, user_id, group_id, name_key)
    select u.tenant_id, u.id, g.id, u.name_key from ${asRows(links)}
      join users u on u.tenant_id = ${ctx.tenant.id}::uuid and u.id = l.user_id
      join groups g on g.tenant_id = ${ctx.tenant.id}::uuid and g.id = l.group_id
    order by u.id, g.id
    for no key update of u
    on conflict do nothing
    returning user_id, group_id`.execute(ctx.db)
  return rows.map((row) => ({ userId: row.user_id, groupId: row.group_id }))
}

/** Takes users out of groups, any number at once; returns the links that were there. */
export const removeMemberships = async (
  ctx: Context,
  links: readonly Membership[],
): Promise<readonly Membership[]> => {
  if (links.length === 0) return []
  const { rows } = await sql<{ user_id: string; group_id: string }>`
    delete from user_groups ug using ${asRows(links)}
    where ug.tenant_id = ${ctx.tenant.id}::uuid and ug.user_id = l.user_id
      and ug.group_id = l.group_id
    returning ug.user_id, ug.group_id`.execute(ctx.db)
  return rows.map((row) => ({ userId: row.user_id, groupId: row.group_id }))
}

/** The groups of some users, by name, whether the actor knows of them or not. */
export const listMembershipsOf = async (
  ctx: Context,
  userIds: readonly string[],
): Promise<readonly (Membership & { readonly name: string; readonly type: string })[]> => {
  if (userIds.length === 0) return []
  const rows = await ctx.db
    .selectFrom('user_groups as ug')
    .innerJoin('groups as g', (join) =>
      join.onRef('g.tenant_id', '=', 'ug.tenant_id').onRef('g.id', '=', 'ug.group_id'),
    )
    .select(['ug.user_id', 'g.id', 'g.name', 'g.type'])
    .where('ug.tenant_id', '=', ctx.tenant.id)
    .where('ug.user_id', 'in', [...userIds])
    .orderBy('g.name_key')
    .execute()
  return rows.map(({ user_id, id, name, type }) => ({ userId: user_id, groupId: id, name, type }))
}
