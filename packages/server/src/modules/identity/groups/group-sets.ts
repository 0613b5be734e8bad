import type { GroupChange } from '@signet/contract/identity/groups'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, mayDo } from '../../../kit/context.ts'
import type { StoredGroup } from './groups.policy.ts'
import { seenGroups } from './groups.repository.ts'
import {
  changedGroup,
  createGroups,
  list,
  listAll,
  subjectOf,
  wireFields,
} from './groups.service.ts'

const among = (column: string, values: readonly string[]): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = any (${values}::text[])`

interface Sought {
  readonly ids?: readonly string[]
  /** Names as they are compared. */
  readonly names?: readonly string[]
}

/** Groups by id or name, whether the actor knows of them or not, held until the transaction ends. */
const find = async (
  { db, tenant }: Context,
  { ids = [], names = [] }: Sought,
): Promise<readonly StoredGroup[]> =>
  ids.length + names.length === 0
    ? []
    : db
        .selectFrom('groups')
        .selectAll()
        .where('tenant_id', '=', tenant.id)
        .where((eb) => eb.or([among('name_key', names), sql<SqlBool>`id = any (${ids}::uuid[])`]))
        .orderBy('id')
        .forUpdate()
        .execute()

/** Groups by name that the actor knows of, kept until the transaction ends: users are put into them. */
const findForLink = async (
  ctx: Context,
  names: readonly string[],
): Promise<readonly StoredGroup[]> =>
  seenGroups(ctx)
    .selectAll('g')
    .where(among('g.name_key', names))
    .orderBy('g.id')
    .forKeyShare()
    .execute()

/** Whose external ids these are. */
const externalOwners = async (
  { db, tenant }: Context,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (externalIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('groups')
    .select(['id', 'external_id'])
    .where('tenant_id', '=', tenant.id)
    .where(among('external_id', externalIds))
    .execute()
  return new Map(rows.map(({ id, external_id: externalId }) => [externalId ?? '', id]))
}

interface ChangedOne {
  readonly group: StoredGroup
  readonly after: StoredGroup
}

/** What a change amounts to; null when it changes nothing. @throws group_edit_restricted */
const changed = (group: StoredGroup, change: z.output<typeof GroupChange>): ChangedOne | null => {
  const columns = changedGroup(group, change)
  return columns === null ? null : { group, after: { ...group, ...columns } }
}

/** Changes many groups, whose rows are held, each with its event. */
const change = async (ctx: Context, changes: readonly ChangedOne[]): Promise<void> => {
  if (changes.length === 0) return
  await sql`
    update groups g set name = r.name, name_key = r.name_key, search_text = r.search_text,
      external_id = r.external_id, description = r.description,
      updated_at = ${ctx.platform.clock.now()}, version = g.version + 1
    from jsonb_populate_recordset(null::groups, ${JSON.stringify(
      changes.map(({ after }) => after),
    )}::jsonb) r
    where g.tenant_id = ${ctx.tenant.id} and g.id = r.id`.execute(ctx.db)
  for (const { group, after } of changes) {
    const values = { before: wireFields(group), after: wireFields(after) }
    audit(ctx, 'GROUP_UPDATED', { subject: subjectOf(after), ...values })
  }
}

const rolesLimitedTo = async (ctx: Context, ids: readonly string[]) =>
  ctx.db
    .selectFrom('roles')
    .select(['name', 'group_ids'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('group_management', '=', 'SOME')
    .where(sql<SqlBool>`group_ids ?| ${ids}::text[]`)
    .orderBy('name_key')
    .execute()

const withMembers = async (ctx: Context, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    select g.id from unnest(${ids}::uuid[]) g (id)
    where exists (select from user_groups ug
      where ug.tenant_id = ${ctx.tenant.id}::uuid and ug.group_id = g.id)`.execute(ctx.db)
  return new Set(rows.map(({ id }) => id))
}

/** Why groups, whose rows are held, cannot go, in a few words; those that can have no entry. */
const uses = async (ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const roles = await rolesLimitedTo(ctx, ids)
  const filled = await withMembers(ctx, ids)
  const namesRoles = mayDo(ctx, ['ROLES', 'VIEW'])
  const entries = ids.map((id) => {
    const limited = roles.filter(({ group_ids: groups }) => groups.includes(id))
    const names = namesRoles ? limited.map(({ name }) => name).join(', ') : String(limited.length)
    const parts = [
      ...(filled.has(id) ? ['has members'] : []),
      ...(limited.length > 0 ? [`roles: ${names}`] : []),
    ]
    return [id, parts.join('; ')] as const
  })
  return new Map(entries.filter(([, use]) => use !== ''))
}

/** Deletes many groups that nobody is in, each with its event. */
const remove = async (ctx: Context, groups: readonly StoredGroup[]): Promise<void> => {
  if (groups.length === 0) return
  const ids = groups.map(({ id }) => id)
  await sql`delete from groups where tenant_id = ${ctx.tenant.id}
    and id = any (${ids}::uuid[])`.execute(ctx.db)
  for (const group of groups) {
    audit(ctx, 'GROUP_DELETED', { subject: subjectOf(group), before: wireFields(group) })
  }
}

/** Groups by the hundred, for bulk operations and lists elsewhere: a few statements whatever their number. */
export const groupSets = {
  all: listAll,
  page: list,
  find,
  findForLink,
  externalOwners,
  insert: createGroups,
  changed,
  change,
  uses,
  remove,
} as const
