import type { NewUser, UserChange } from '@signet/contract/identity/user'
import { normaliseIdentifier } from '@signet/rules/precis'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { AuditEntry } from '../../../kit/audit-entry.ts'
import { type Context, expectVersion, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { isUniqueViolation } from '../../../platform/db/sql-errors.ts'
import { endSessionsOf } from '../../tenancy/sessions/index.ts'
import { expectGroups, groupsInSight, seesMemberOf } from '../groups/index.ts'
import { keepSuperAdministrator } from '../roles/index.ts'
import { definitions } from '../user-attributes/index.ts'
import { inOneWrite } from './one-write.ts'
import { changedAttributes, newUserAttributes, shownAttributes } from './user-attribute-changes.ts'
import { changedUser, withDialled } from './user-changes.ts'
import { regroup } from './user-groups.service.ts'
import { type UserRows, userRows, type WantedUser } from './user-rows.ts'
import { expectAuthorityOver, refuseRestricted, refuseSelf } from './users.policy.ts'
import {
  type FoundUser,
  findByExternalId,
  findByIdentifier,
  findUser,
  findUserForChange,
  type GroupOfUser,
  insertFirstGroups,
  removeUser,
  replaceAttributeValues,
  replaceIdentifiers,
  updateUserColumns,
  userInsertions,
} from './users.repository.ts'
import type { InitialPassword } from './users.slots.ts'

const orNotFound = (ctx: Context, user: FoundUser | undefined): FoundUser => {
  if (user === undefined || !seesMemberOf(ctx, user.groups)) throw new ApiError('user_not_found')
  return user
}

/** A user as the actor may see them. @throws user_not_found */
export const readUser = async (ctx: Context, id: string): Promise<FoundUser> =>
  orNotFound(ctx, await findUser(ctx, id))

/** @throws user_not_found */
export const readByIdentifier = async (ctx: Context, identifier: string): Promise<FoundUser> =>
  orNotFound(ctx, await findUserByIdentifier(ctx, identifier))

/** @throws user_not_found */
export const readByExternalId = async (ctx: Context, externalId: string): Promise<FoundUser> =>
  orNotFound(ctx, await findByExternalId(ctx, externalId))

/** Whose user id or alias this is, however it is spelled. */
export const findUserByIdentifier = async (
  ctx: Context,
  identifier: string,
): Promise<FoundUser | undefined> => {
  const normalised = normaliseIdentifier(identifier)
  return normalised === null ? undefined : findByIdentifier(ctx, normalised)
}

/**
 * A user whom the actor is about to change, their row held until the transaction ends.
 * @throws user_not_found, precondition_failed, rights_not_held
 */
export const readForChange = async (ctx: Context, id: string): Promise<FoundUser> => {
  const user = orNotFound(ctx, await findUserForChange(ctx, id))
  expectVersion(ctx, user.version)
  await expectAuthorityOver(ctx, user)
  return user
}

/** Runs a write; @throws user_exists when an identifier or the external id is another user's */
export const refusingDuplicates = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    const path = isUniqueViolation(error, 'user_identifiers_pkey')
      ? 'body.userId'
      : isUniqueViolation(error, 'users_by_external_id')
        ? 'body.externalId'
        : isUniqueViolation(error, 'user_attribute_values_apart')
          ? 'body.userAttributeValues'
          : null
    if (path === null) throw error
    throw new ApiError('user_exists', { fields: [{ path, message: 'is taken' }], cause: error })
  }
}

export const subjectOf = ({ id, user_id: name }: Pick<FoundUser, 'id' | 'user_id'>) => ({
  entity: 'USERS',
  id,
  name,
})

/** The event of a new user. */
export const createdUser = (
  { user, identifiers }: UserRows,
  groups: readonly GroupOfUser[] = [],
): AuditEntry => ({
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

const insertRows = async (
  ctx: Context,
  rows: UserRows,
  groups: readonly GroupOfUser[] = [],
): Promise<void> => {
  for (const statement of userInsertions([rows])) await ctx.db.executeQuery(statement)
  await insertFirstGroups(ctx, rows.user, groups)
  audit(ctx, 'USER_CREATED', createdUser(rows, groups))
}

/**
 * Creates a user as part of the caller's transaction; reads nothing, so it may be one of several
 * collected writes. Wrap the whole in `refusingDuplicates`.
 */
export const createUser = async (
  ctx: Context,
  wanted: WantedUser,
): Promise<{ readonly id: string; readonly userId: string }> => {
  const rows = userRows(ctx, wanted)
  await insertRows(ctx, rows)
  return { id: rows.user.id, userId: rows.user.user_id }
}

/** Writes many users at once, without a password and without an event for each: demonstration data. */
export const insertUsers = async (ctx: Context, wanted: readonly WantedUser[]): Promise<void> => {
  const rows = wanted.map((each) => userRows(ctx, each))
  for (const statement of userInsertions(rows)) await ctx.db.executeQuery(statement)
}

const wordsOf = ({ userId, firstName, lastName, email, userAliases }: z.output<typeof NewUser>) =>
  [userId, firstName, lastName, email?.split('@', 1)[0], ...(userAliases ?? [])].filter(
    (word) => word !== undefined,
  )

/**
 * The groups of a new user. @throws access_denied, group_not_found, invalid_parameters when an
 * administrator limited to groups names none of them
 */
const firstGroups = async (ctx: Context, ids: readonly string[] = []) => {
  const groups = groupsInSight(ctx)
  if (groups !== 'ALL' && groups.length === 0) throw new ApiError('access_denied')
  if (ids.length > 0) return expectGroups(ctx, ids)
  if (groups === 'ALL') return []
  throw new ApiError('invalid_parameters', {
    fields: [{ path: 'body.groups', message: 'names none of the groups you are limited to' }],
  })
}

/** Creates a user for an administrator: at most one hash, and one round trip. */
export const create = async (
  ctx: Context,
  passwords: InitialPassword,
  given: z.output<typeof NewUser>,
): Promise<FoundUser> => {
  const groups = await firstGroups(ctx, given.groups)
  const attributes = newUserAttributes(await definitions(ctx), given)
  const rows = userRows(ctx, { ...(await withDialled(given)), attributes })
  const { password, passwordChangeRequired: forceChange } = given
  const hash =
    password === undefined ? null : await passwords.hash(ctx, { password, words: wordsOf(given) })
  await refusingDuplicates(() =>
    inOneWrite(ctx, async (ctx) => {
      await insertRows(ctx, rows, groups)
      if (hash !== null) await passwords.store(ctx, { userId: rows.user.id, hash, forceChange })
    }),
  )
  const aliases = rows.identifiers.filter(({ kind }) => kind === 'ALIAS').map(({ value }) => value)
  const none = { roles: [], organizations: [], standing: null }
  return { ...rows.user, ...none, aliases, groups }
}

interface Wish {
  readonly change: z.output<typeof UserChange>
  /** Refuses fields that are not this actor's to change. */
  readonly guard: (fields: readonly string[]) => void
}

const write = async (
  ctx: Context,
  user: FoundUser,
  { change, guard }: Wish,
): Promise<FoundUser> => {
  const { fields, before, after, columns, aliases, identifiers } = changedUser(
    user,
    await withDialled(change),
    ctx.tenant.defaultLocale,
  )
  const judged = changedAttributes(ctx, { known: await definitions(ctx), user, change })
  const moved = change.groups === undefined ? null : await regroup(ctx, user, change.groups)
  if (fields.length === 0 && judged === null && moved === null) return user
  guard(fields)
  const attributes = { ...(judged?.values ?? user.attributes) }
  const written = await updateUserColumns(ctx, user.id, { ...columns, attributes })
  if (identifiers !== null) await replaceIdentifiers(ctx, user.id, identifiers)
  if (judged !== null) {
    const rows = judged.rowsOf({ tenantId: user.tenant_id, id: user.id })
    await replaceAttributeValues(ctx, [user.id], rows)
  }
  audit(ctx, 'USER_UPDATED', {
    subject: subjectOf(user),
    before: { ...before, ...shownAttributes(judged, user.attributes), ...moved?.before },
    after: { ...after, ...shownAttributes(judged, attributes), ...moved?.after },
  })
  const groups = moved?.groups ?? user.groups
  return { ...user, ...columns, ...written, attributes, aliases, groups }
}

const writeByHand = (ctx: Context, user: FoundUser, change: Wish['change']): Promise<FoundUser> =>
  write(ctx, user, { change, guard: (fields) => refuseRestricted(ctx, user, fields) })

/** @throws user_not_found, user_exists, user_edit_restricted, rights_not_held, precondition_failed */
export const update = (
  ctx: Context,
  id: string,
  change: z.output<typeof UserChange>,
): Promise<FoundUser> =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => writeByHand(ctx, await readForChange(ctx, id), change)),
  )

/** @throws user_not_found, user_edit_restricted, rights_not_held, last_super_administrator, precondition_failed */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const user = await readForChange(ctx, id)
    refuseSelf(ctx, id)
    await keepSuperAdministrator(ctx, id)
    await endSessionsOf(ctx, id)
    await removeUser(ctx, id)
    audit(ctx, 'USER_DELETED', {
      subject: subjectOf(user),
      before: { userId: user.user_id, type: user.type, email: user.email },
    })
    return undefined
  })

/**
 * Changes what gives another user a standing and is kept beside their row, which is held meanwhile
 * and counts as changed.
 * @throws user_not_found, user_edit_restricted, precondition_failed, rights_not_held
 */
export const changeBeside = <T>(
  ctx: Context,
  id: string,
  work: (ctx: Context, user: FoundUser) => Promise<T>,
): Promise<T> =>
  ctx.transaction(async (ctx) => {
    const user = await readForChange(ctx, id)
    refuseSelf(ctx, id)
    const done = await work(ctx, user)
    await updateUserColumns(ctx, id, {})
    return done
  })

const itself = (user: FoundUser | undefined): FoundUser => {
  if (user === undefined) throw new ApiError('user_not_found')
  return user
}

/** What people may do to themselves, whatever their groups. */
export const self = {
  read: async (ctx: Context): Promise<FoundUser> =>
    itself(await findUser(ctx, signedInUser(ctx).id)),

  /** @throws user_edit_restricted, precondition_failed */
  update: (ctx: Context, change: z.output<typeof UserChange>): Promise<FoundUser> =>
    ctx.transaction(async (ctx) => {
      const user = itself(await findUserForChange(ctx, signedInUser(ctx).id))
      expectVersion(ctx, user.version)
      return writeByHand(ctx, user, change)
    }),

  /**
   * What the system that they come from says of them now, as part of a transaction; others than its own
   * stay as they are. @throws user_not_found
   */
  followOrigin: async (
    ctx: Context,
    id: string,
    change: z.output<typeof UserChange>,
  ): Promise<FoundUser> => {
    const user = itself(await findUserForChange(ctx, id))
    const isTheirs = user.type === 'EXTERNAL'
    return isTheirs ? write(ctx, user, { change, guard: () => undefined }) : user
  },

  /** What needed a proof, which was given. @throws user_edit_restricted, user_exists */
  changeProven: (ctx: Context, change: z.output<typeof UserChange>): Promise<FoundUser> =>
    refusingDuplicates(() =>
      ctx.transaction(async (ctx) => {
        const user = itself(await findUserForChange(ctx, signedInUser(ctx).id))
        const guard = (fields: readonly string[]): void => {
          const isForeign = user.type !== 'MGMT_UI' && fields.length > 0
          if (isForeign) throw new ApiError('user_edit_restricted')
        }
        return write(ctx, user, { change, guard })
      }),
    ),

  /** Notes that the address is read by its owner. @throws no_otp when it has changed meanwhile */
  proveMail: (ctx: Context, address: string): Promise<FoundUser> =>
    ctx.transaction(async (ctx) => {
      const user = itself(await findUserForChange(ctx, signedInUser(ctx).id))
      if (user.email !== address) throw new ApiError('no_otp')
      const columns = { email_verified: true, verification_required: false }
      const written = await updateUserColumns(ctx, user.id, columns)
      return { ...user, ...columns, ...written }
    }),

  /** Nothing is left to register. False when nothing was; part of a transaction. */
  endRegistration: async (ctx: Context): Promise<boolean> => {
    const user = itself(await findUserForChange(ctx, signedInUser(ctx).id))
    if (!user.registration_required) return false
    await updateUserColumns(ctx, user.id, { registration_required: false })
    return true
  },
} as const
