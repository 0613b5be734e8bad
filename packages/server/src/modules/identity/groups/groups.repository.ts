import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { GroupRow } from '../../../platform/db/schema/identity.ts'
import { groupsInSight } from './sight.ts'

export type StoredGroup = Selectable<GroupRow>

/** More than a list without pages is made for. */
const mostListed = 1000

const groupsOf = ({ db, tenant }: Context) =>
  db.selectFrom('groups as g').where('g.tenant_id', '=', tenant.id)

/** The groups that the actor knows of. */
export const seenGroups = (ctx: Context) => {
  const seen = groupsInSight(ctx)
  return seen === 'ALL'
    ? groupsOf(ctx)
    : groupsOf(ctx).where((eb) => eb('g.id', '=', eb.fn.any(eb.val(seen))))
}

export const listSeen = (ctx: Context): Promise<StoredGroup[]> =>
  seenGroups(ctx).selectAll('g').orderBy('g.name_key').orderBy('g.id').limit(mostListed).execute()

export const findGroup = (ctx: Context, id: string): Promise<StoredGroup | undefined> =>
  seenGroups(ctx).selectAll('g').where('g.id', '=', id).executeTakeFirst()

export const findByExternalId = (
  ctx: Context,
  externalId: string,
): Promise<StoredGroup | undefined> =>
  seenGroups(ctx).selectAll('g').where('g.external_id', '=', externalId).executeTakeFirst()

interface Sought {
  readonly ids?: readonly string[]
  /** Names as they are compared. */
  readonly names?: readonly string[]
}

const isSought = ({ ids = [], names = [] }: Sought) =>
  sql<SqlBool>`(g.id = any (${ids}::uuid[]) or g.name_key = any (${names}::text[]))`

const isNothing = ({ ids = [], names = [] }: Sought): boolean => ids.length + names.length === 0

/** Whether the actor knows of them or not; held until the transaction ends, in the order of their ids. */
export const listForChange = async (ctx: Context, sought: Sought): Promise<StoredGroup[]> =>
  isNothing(sought)
    ? []
    : groupsOf(ctx).selectAll('g').where(isSought(sought)).orderBy('g.id').forUpdate().execute()

/** Those that the actor knows of, kept until the transaction ends: users are put into them. */
export const listForLink = async (ctx: Context, sought: Sought): Promise<StoredGroup[]> =>
  isNothing(sought)
    ? []
    : seenGroups(ctx).selectAll('g').where(isSought(sought)).orderBy('g.id').forKeyShare().execute()

/** Whose external ids these are. */
export const externalOwners = async (
  ctx: Context,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (externalIds.length === 0) return new Map()
  const rows = await groupsOf(ctx)
    .select(['g.id', 'g.external_id'])
    .where(sql<SqlBool>`g.external_id = any (${externalIds}::text[])`)
    .execute()
  return new Map(rows.map(({ id, external_id: externalId }) => [externalId ?? '', id]))
}

export const insertGroups = async (ctx: Context, rows: readonly StoredGroup[]): Promise<void> => {
  if (rows.length === 0) return
  await ctx.db
    .insertInto('groups')
    .values([...rows])
    .execute()
}

/** Writes groups whose rows are held; returns them with the versions that they have now. */
export const updateGroups = async (
  ctx: Context,
  groups: readonly StoredGroup[],
): Promise<readonly StoredGroup[]> => {
  if (groups.length === 0) return []
  const now = ctx.platform.clock.now()
  const rows = groups.map((group) => ({ ...group, updated_at: now, version: group.version + 1 }))
  await sql`
    update groups g set name = r.name, name_key = r.name_key, search_text = r.search_text,
      external_id = r.external_id, description = r.description,
      updated_at = r.updated_at, version = r.version
    from jsonb_populate_recordset(null::groups, ${JSON.stringify(rows)}::jsonb) r
    where g.tenant_id = ${ctx.tenant.id} and g.id = r.id`.execute(ctx.db)
  return rows
}

export const removeGroups = async ({ db, tenant }: Context, ids: readonly string[]) => {
  await sql`delete from groups where tenant_id = ${tenant.id}
    and id = any (${ids}::uuid[])`.execute(db)
}

/** Roles limited to some of these groups, among others, by name. */
export const rolesLimitedTo = ({ db, tenant }: Context, ids: readonly string[]) =>
  db
    .selectFrom('roles')
    .select(['name', 'group_ids'])
    .where('tenant_id', '=', tenant.id)
    .where('group_management', '=', 'SOME')
    .where(sql<SqlBool>`group_ids ?| ${ids}::text[]`)
    .orderBy('name_key')
    .execute()

/** Those of the groups that have members. */
export const listFilled = async (
  { db, tenant }: Context,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    select g.id from unnest(${ids}::uuid[]) g (id)
    where exists (select from user_groups ug
      where ug.tenant_id = ${tenant.id}::uuid and ug.group_id = g.id)`.execute(db)
  return new Set(rows.map(({ id }) => id))
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

export const groupIdsOf = async (
  { db, tenant }: Context,
  userId: string,
): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('user_groups')
    .select('group_id')
    .where('tenant_id', '=', tenant.id)
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ group_id: id }) => id)
}
