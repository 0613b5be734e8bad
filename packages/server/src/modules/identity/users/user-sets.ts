import { type RawBuilder, sql } from 'kysely'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { endSessionsOf } from '../../tenancy/sessions/index.ts'
import { seesMemberOf } from '../groups/index.ts'
import { keepSuperAdministrator } from '../roles/index.ts'
import type { JudgedValues } from '../user-attributes/index.ts'
import { changedAttributes, newUserAttributes, shownAttributes } from './user-attribute-changes.ts'
import { type ChangedUser, changedUser, withDialled } from './user-changes.ts'
import { refuseDirectoryLinks } from './user-groups.service.ts'
import { matchingUserIds } from './user-lists.service.ts'
import { findGroups, move } from './user-moves.ts'
import { type StoredUser, userRows, type WantedUser } from './user-rows.ts'
import { expectAuthorityOver, refuseRestricted, refuseSelf } from './users.policy.ts'
import {
  type FoundUser,
  findUsersForChange,
  insertIdentifiers,
  removeIdentifiers,
  replaceAttributeValues,
  userInsertions,
} from './users.repository.ts'
import { createdUser, subjectOf } from './users.service.ts'

/** Whose identifiers these normalised ones are. */
const owners = async (
  ctx: Context,
  normalised: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ normalised: string; user_id: string }>`
    select normalised, user_id from user_identifiers
    where tenant_id = ${ctx.tenant.id} and normalised = any (${normalised}::text[])`.execute(ctx.db)
  return new Map(rows.map((row) => [row.normalised, row.user_id]))
}

const externalOwners = async (
  ctx: Context,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (externalIds.length === 0) return new Map()
  const { rows } = await sql<{ external_id: string; id: string }>`
    select external_id, id from users
    where tenant_id = ${ctx.tenant.id} and external_id = any (${externalIds}::text[])`.execute(
    ctx.db,
  )
  return new Map(rows.map((row) => [row.external_id, row.id]))
}

interface AttributeValue {
  readonly id: string
  /** As values are compared. */
  readonly key: string
}

/** Who has these values of unique attributes, by `id key`. */
const attributeOwners = async (
  ctx: Context,
  values: readonly AttributeValue[],
): Promise<ReadonlyMap<string, string>> => {
  if (values.length === 0) return new Map()
  const { rows } = await sql<{ attribute_id: string; unique_key: string; user_id: string }>`
    select v.attribute_id, v.unique_key, v.user_id
    from unnest(${values.map(({ id }) => id)}::text[], ${values.map(({ key }) => key)}::text[])
      w (id, key)
    join user_attribute_values v on v.tenant_id = ${ctx.tenant.id}
      and v.attribute_id = w.id and v.unique_key = w.key`.execute(ctx.db)
  return new Map(rows.map((row) => [`${row.attribute_id} ${row.unique_key}`, row.user_id]))
}

/** Those of the users that the actor sees, their rows held until the transaction ends. */
const find = async (
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FoundUser>> => {
  if (ids.length === 0) return new Map()
  const rows = await findUsersForChange(ctx, ids)
  const seen = rows.filter(({ groups }) => seesMemberOf(ctx, groups))
  return new Map(seen.map((row) => [row.id, row]))
}

/** Creates many users, each with its event, in two statements. */
const insert = async (ctx: Context, wanted: readonly WantedUser[]): Promise<void> => {
  if (wanted.length === 0) return
  const rows = wanted.map((each) => userRows(ctx, each))
  for (const statement of userInsertions(rows)) await ctx.db.executeQuery(statement)
  for (const row of rows) audit(ctx, 'USER_CREATED', createdUser(row))
}

/** Columns that a change in a set may touch; the rows are held, so the others stay as they are. */
const changeable = [
  'user_id',
  'user_id_key',
  'state',
  'first_name',
  'last_name',
  'email',
  'email_verified',
  'mobile',
  'phone',
  'locale',
  'attributes',
  'external_id',
  'security_id',
  'user_principal_name',
  'locked',
  'lock_reason',
  'lockout_expires_at',
  'registration_required',
  'verification_required',
  'show_notification',
  'name_key',
  'search_text',
] as const satisfies readonly (keyof StoredUser)[]

const update = async (ctx: Context, users: readonly StoredUser[]): Promise<void> => {
  if (users.length === 0) return
  const assignments = changeable.map(
    (column): RawBuilder<unknown> => sql`${sql.ref(column)} = r.${sql.ref(column)}`,
  )
  await sql`
    update users u set ${sql.join(assignments)}, updated_at = ${ctx.platform.clock.now()},
      version = u.version + 1
    from jsonb_populate_recordset(null::users, ${JSON.stringify(users)}::jsonb) r
    where u.tenant_id = ${ctx.tenant.id} and u.id = r.id`.execute(ctx.db)
}

interface UserPatch {
  readonly user: FoundUser
  readonly columns: Partial<Pick<StoredUser, (typeof changeable)[number]>>
}

const shownBefore = ({ user, columns }: UserPatch): Record<string, unknown> =>
  Object.fromEntries(Object.entries(user).filter(([name]) => Object.hasOwn(columns, name)))

/** Writes columns of many users, each with its event. */
const patch = async (
  ctx: Context,
  action: string,
  patches: readonly UserPatch[],
): Promise<void> => {
  await update(
    ctx,
    patches.map(({ user, columns }) => ({ ...user, ...columns })),
  )
  for (const each of patches) {
    const { user, columns } = each
    audit(ctx, action, { subject: subjectOf(user), before: shownBefore(each), after: columns })
  }
}

interface Change {
  readonly user: FoundUser
  readonly changed: ChangedUser
  /** Own attributes; null when their values stay. */
  readonly judged: JudgedValues | null
}

const attributesAfter = ({ user, judged }: Change) => judged?.values ?? user.attributes

const changeValues = async (ctx: Context, changes: readonly Change[]): Promise<void> => {
  const judged = changes.filter((each) => each.judged !== null)
  await replaceAttributeValues(
    ctx,
    judged.map(({ user }) => user.id),
    judged.flatMap(({ user, judged: values }) =>
      values === null ? [] : values.rowsOf({ tenantId: user.tenant_id, id: user.id }),
    ),
  )
}

/** Changes many users, their identifiers and own attributes too, each with its event. */
const change = async (ctx: Context, changes: readonly Change[]): Promise<void> => {
  await update(
    ctx,
    changes.map((each) => {
      const { user, changed } = each
      return { ...user, ...changed.columns, attributes: attributesAfter(each) }
    }),
  )
  await changeValues(ctx, changes)
  const renamed = changes.filter(({ changed }) => changed.identifiers !== null)
  await removeIdentifiers(
    ctx,
    renamed.map(({ user }) => user.id),
  )
  await insertIdentifiers(
    ctx,
    renamed.flatMap(({ changed }) => changed.identifiers ?? []),
  )
  for (const each of changes) {
    const { user, changed, judged } = each
    audit(ctx, 'USER_UPDATED', {
      subject: subjectOf(user),
      before: { ...changed.before, ...shownAttributes(judged, user.attributes) },
      after: { ...changed.after, ...shownAttributes(judged, attributesAfter(each)) },
    })
  }
}

/** Deletes many users with all they have, each with its event. */
const remove = async (ctx: Context, users: readonly FoundUser[]): Promise<void> => {
  const ids = users.map(({ id }) => id)
  await endSessionsOf(ctx, ids)
  await sql`delete from users where tenant_id = ${ctx.tenant.id}
    and id = any (${ids}::uuid[])`.execute(ctx.db)
  for (const user of users) {
    audit(ctx, 'USER_DELETED', {
      subject: subjectOf(user),
      before: { userId: user.user_id, type: user.type, email: user.email },
    })
  }
}

/** Users by the hundred, for bulk operations: a few statements whatever their number. */
export const userSets = {
  owners,
  externalOwners,
  attributeOwners,
  find,
  findGroups,
  insert,
  patch,
  change,
  move,
  remove,
  /** Everyone who matches a filter. */
  matching: matchingUserIds,
  /** What a change amounts to. */
  changed: changedUser,
  /** Own attributes of a user to be. @throws invalid_parameters */
  newAttributes: newUserAttributes,
  /** What a change does to own attributes. @throws invalid_parameters, user_edit_restricted */
  changedAttributes,
  /** Telephone numbers as they are stored. */
  dialled: withDialled,
  /** @throws rights_not_held */
  expectAuthorityOver,
  /** @throws user_edit_restricted */
  refuseDirectoryLinks,
  /** @throws user_edit_restricted */
  refuseRestricted,
  /** @throws user_edit_restricted */
  refuseSelf,
  /** @throws last_super_administrator */
  keepSuperAdministrator,
} as const
