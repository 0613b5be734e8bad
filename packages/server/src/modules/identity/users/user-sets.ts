import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { endSessionsOf } from '../../tenancy/sessions/index.ts'
import { seesMemberOf } from '../groups/index.ts'
import { keepSuperAdministrator } from '../roles/index.ts'
import type { JudgedValues } from '../user-attributes/index.ts'
import { numberOf, withDialled } from './phone-numbers.ts'
import {
  changedSubjects,
  expectMayIdentify,
  givenSubjects,
  mayIdentify,
} from './subject-changes.ts'
import { changedAttributes, newUserAttributes, shownAttributes } from './user-attribute-changes.ts'
import { type ChangedUser, changedUser } from './user-changes.ts'
import { groupLinks, type Move, move, refuseDirectoryLinks } from './user-links.ts'
import { matchingUserIds } from './user-lists.service.ts'
import { attributeOwners, externalOwners, owners } from './user-owners.repository.ts'
import { type UserRows, userRows, type WantedUser } from './user-rows.ts'
import { expectAuthorityOver, expectUserId, refuseRestricted, refuseSelf } from './users.policy.ts'
import {
  type FoundUser,
  findUsersForChange,
  type GroupOfUser,
  insertFirstGroups,
  removeUsers,
  replaceAttributeValues,
  replaceIdentifiers,
  subjectOf,
  type UserPatch,
  updateUsers,
  userInsertions,
} from './users.repository.ts'

/** Those of the users that the actor sees, their rows held until the transaction ends. */
const find = async (
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FoundUser>> => {
  const rows = await findUsersForChange(ctx, ids)
  const seen = rows.filter(({ groups }) => seesMemberOf(ctx, groups))
  return new Map(seen.map((row) => [row.id, row]))
}

/** Writes new users without an event; a unique violation is the caller's. */
const insertRows = async (ctx: Context, rows: readonly UserRows[]): Promise<void> => {
  if (rows.length === 0) return
  for (const statement of userInsertions(rows)) await ctx.db.executeQuery(statement)
}

/** Writes many users at once, without a password and without an event for each. */
export const insertUsers = (ctx: Context, wanted: readonly WantedUser[]): Promise<void> =>
  insertRows(
    ctx,
    wanted.map((each) => userRows(ctx, each)),
  )

/** Writes new users, each with its event, and puts them into their first groups. Writes only. */
export const createUsers = async (
  ctx: Context,
  rows: readonly UserRows[],
  groups: readonly GroupOfUser[] = [],
): Promise<void> => {
  await insertRows(ctx, rows)
  for (const { user, identifiers } of rows) {
    await insertFirstGroups(ctx, user, groups)
    audit(ctx, 'USER_CREATED', {
      subject: subjectOf(user),
      after: {
        userId: user.user_id,
        type: user.type,
        state: user.state,
        firstName: user.first_name,
        lastName: user.last_name,
        email: user.email,
        userAliases: identifiers.filter(({ kind }) => kind === 'ALIAS').map(({ value }) => value),
        ...(groups.length === 0 ? {} : { groups: groups.map(({ name }) => name) }),
      },
    })
  }
}

/** Of these columns, the values under the names that events have for them: `lockReason`. */
const shownUnder = (values: object, columns: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => Object.hasOwn(columns, name))
      .map(([name, value]) => [
        name.replaceAll(/_[a-z]/g, (letter) => letter.slice(1).toUpperCase()),
        value,
      ]),
  )

/** Writes columns of many users, each with its event. */
const patch = async (
  ctx: Context,
  action: string,
  patches: readonly UserPatch[],
): Promise<void> => {
  await updateUsers(ctx, patches)
  for (const { user, columns } of patches) {
    const [before, after] = [shownUnder(user, columns), shownUnder(columns, columns)]
    audit(ctx, action, { subject: subjectOf(user), before, after })
  }
}

interface Change {
  readonly user: FoundUser
  readonly changed: ChangedUser
  /** Own attributes; null when their values stay. */
  readonly judged: JudgedValues | null
  /** Applications know the user by another value from now on. */
  readonly isRenamed: boolean
  /** The groups before and after, where they change; their links are written. */
  readonly moved?: {
    readonly before: readonly GroupOfUser[]
    readonly after: readonly GroupOfUser[]
  } | null
}

const attributesAfter = ({ user, judged }: Change) => ({ ...(judged?.values ?? user.attributes) })

const namesOf = (groups: readonly GroupOfUser[]) => ({ groups: groups.map(({ name }) => name) })

const noteChange = (ctx: Context, change: Change): void => {
  const { user, changed, judged, moved = null } = change
  audit(ctx, 'USER_UPDATED', {
    subject: subjectOf(user),
    before: {
      ...changed.before,
      ...shownAttributes(judged, user.attributes),
      ...(moved === null ? {} : namesOf(moved.before)),
    },
    after: {
      ...changed.after,
      ...shownAttributes(judged, attributesAfter(change)),
      ...(moved === null ? {} : namesOf(moved.after)),
    },
  })
}

/** Changes users, whose rows are held, their identifiers and own attributes too, each with its event. */
export const changeUsers = async (
  ctx: Context,
  changes: readonly Change[],
): Promise<readonly FoundUser[]> => {
  const written = await updateUsers(
    ctx,
    changes.map((each) => {
      const columns = { ...each.changed.columns, attributes: attributesAfter(each) }
      return { user: each.user, columns }
    }),
  )
  const respelled = changes.filter(({ changed }) => changed.identifiers !== null)
  await replaceIdentifiers(
    ctx,
    respelled.map(({ user }) => user.id),
    respelled.flatMap(({ changed }) => changed.identifiers ?? []),
  )
  const valued = changes.flatMap(({ user, judged }) => (judged === null ? [] : [{ user, judged }]))
  await replaceAttributeValues(
    ctx,
    valued.map(({ user }) => user.id),
    valued.flatMap(({ user, judged }) => judged.rowsOf({ tenantId: user.tenant_id, id: user.id })),
  )
  // A token of before would tell the application another subject from now on.
  const renamed = changes.filter(({ isRenamed }) => isRenamed).map(({ user }) => user.id)
  if (renamed.length > 0) await endSessionsOf(ctx, renamed)
  for (const each of changes) noteChange(ctx, each)
  return written.map((user, at) => ({
    ...user,
    aliases: changes[at]?.changed.aliases ?? user.aliases,
    groups: changes[at]?.moved?.after ?? user.groups,
  }))
}

/** Deletes users with all they have, each with its event. */
export const removeAll = async (ctx: Context, users: readonly FoundUser[]): Promise<void> => {
  const ids = users.map(({ id }) => id)
  await endSessionsOf(ctx, ids)
  await removeUsers(ctx, ids)
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
  insert: (ctx: Context, wanted: readonly WantedUser[]) =>
    createUsers(
      ctx,
      wanted.map((each) => userRows(ctx, each)),
    ),
  patch,
  change: changeUsers,
  /** Into groups and out of others. */
  move: (ctx: Context, moves: readonly Move<GroupOfUser>[]) => move(ctx, groupLinks, moves),
  remove: removeAll,
  /** Everyone who matches a filter. */
  matching: matchingUserIds,
  /** What a change amounts to. */
  changed: changedUser,
  /** Own attributes of a user to be. @throws invalid_parameters */
  newAttributes: newUserAttributes,
  /** What a change does to own attributes. @throws invalid_parameters, user_edit_restricted */
  changedAttributes,
  /** Which values by which applications know users a change, or a new user, is about. */
  changedSubjects,
  givenSubjects,
  mayIdentify,
  /** @throws rights_not_held */
  expectMayIdentify,
  /** Telephone numbers as they are stored. */
  dialled: withDialled,
  numberOf,
  /** @throws rights_not_held */
  expectAuthorityOver,
  /** @throws invalid_parameters */
  expectUserId,
  /** @throws user_edit_restricted */
  refuseDirectoryLinks,
  /** @throws user_edit_restricted */
  refuseRestricted,
  /** @throws user_edit_restricted */
  refuseSelf,
  /** @throws last_super_administrator */
  keepSuperAdministrator,
} as const
