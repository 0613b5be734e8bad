import { CompiledQuery, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

/** Members counted to give a total; beyond, the planner is asked. */
const mostCounted = 10_000
const namesShown = 5

const isPlan = (value: unknown): value is readonly [{ readonly Plan: Record<string, unknown> }] =>
  Array.isArray(value) && typeof value[0]?.Plan === 'object'

const members = ({ db, tenant }: Context, organizationId: string) =>
  db
    .selectFrom('user_organizations as uo')
    .where('uo.tenant_id', '=', tenant.id)
    .where('uo.organization_id', '=', organizationId)

/** How many are in an organization: counted up to 10,000, else the planner's idea. */
export const countMembers = async (ctx: Context, organizationId: string) => {
  const some = members(ctx, organizationId)
    .select('uo.user_id')
    .limit(mostCounted + 1)
    .as('some')
  const { count } = await ctx.db
    .selectFrom(some)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) <= mostCounted) return { count: Number(count), estimated: false }
  const query = members(ctx, organizationId).select('uo.user_id').compile()
  const explain = CompiledQuery.raw(`explain (format json) ${query.sql}`, [...query.parameters])
  const { rows } = await ctx.db.executeQuery<Record<string, unknown>>(explain)
  const plan = rows[0]?.['QUERY PLAN']
  const estimate = isPlan(plan) ? Number(plan[0].Plan['Plan Rows']) : 0
  return { count: Math.max(estimate, mostCounted + 1), estimated: true }
}

/** The first few members by name, for people to read. */
export const namesOfMembers = async (ctx: Context, organizationId: string): Promise<string[]> => {
  const rows = await members(ctx, organizationId)
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'uo.tenant_id').onRef('u.id', '=', 'uo.user_id'),
    )
    .select('u.user_id')
    .orderBy('uo.name_key')
    .limit(namesShown)
    .execute()
  return rows.map(({ user_id: name }) => name)
}

/** Puts a user, whose row the caller holds, into organizations that are held too. */
export const insertLinks = async (
  ctx: Context,
  userId: string,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return
  await sql`insert into user_organizations (tenant_id, user_id, organization_id, name_key)
    select u.tenant_id, u.id, o.id, u.name_key from users u
      join organizations o on o.tenant_id = u.tenant_id and o.id = any(${ids}::uuid[])
    where u.tenant_id = ${ctx.tenant.id}::uuid and u.id = ${userId}::uuid
    on conflict do nothing`.execute(ctx.db)
}

export const removeLinks = async (
  ctx: Context,
  userId: string,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return
  await ctx.db
    .deleteFrom('user_organizations')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('organization_id', 'in', [...ids])
    .execute()
}
