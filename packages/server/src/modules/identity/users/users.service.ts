import type { NewUser, UserChange } from '@signet/contract/identity/user'
import { normaliseIdentifier } from '@signet/rules/precis'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { isUniqueViolation } from '../../../platform/db/sql-errors.ts'
import { endSessionsOf } from '../../tenancy/sessions/index.ts'
import { keepSuperAdministrator } from '../roles/index.ts'
import { inOneWrite } from './one-write.ts'
import { changedUser, withDialled } from './user-changes.ts'
import { type UserRows, userRows, type WantedUser } from './user-rows.ts'
import { expectAuthorityOver, refuseRestricted, refuseSelf, seesUsers } from './users.policy.ts'
import {
  type FoundUser,
  findByExternalId,
  findByIdentifier,
  findUser,
  findUserForChange,
  removeUser,
  replaceIdentifiers,
  updateUserColumns,
  userInsertions,
} from './users.repository.ts'
import type { InitialPassword } from './users.slots.ts'

const orNotFound = (ctx: Context, user: FoundUser | undefined): FoundUser => {
  if (user === undefined || !seesUsers(ctx)) throw new ApiError('user_not_found')
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
        : null
    if (path === null) throw error
    throw new ApiError('user_exists', { fields: [{ path, message: 'is taken' }], cause: error })
  }
}

const subjectOf = ({ id, user_id: name }: Pick<FoundUser, 'id' | 'user_id'>) => ({
  entity: 'USERS',
  id,
  name,
})

const insertRows = async (ctx: Context, rows: UserRows): Promise<void> => {
  for (const statement of userInsertions(ctx, [rows])) await ctx.db.executeQuery(statement)
  const { user, identifiers } = rows
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
    },
  })
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
  for (const statement of userInsertions(ctx, rows)) await ctx.db.executeQuery(statement)
}

const wordsOf = ({ userId, firstName, lastName, email, userAliases }: z.output<typeof NewUser>) =>
  [userId, firstName, lastName, email?.split('@', 1)[0], ...(userAliases ?? [])].filter(
    (word) => word !== undefined,
  )

/** Creates a user for an administrator: at most one hash, and one round trip. */
export const create = async (
  ctx: Context,
  passwords: InitialPassword,
  given: z.output<typeof NewUser>,
): Promise<FoundUser> => {
  if (!seesUsers(ctx)) throw new ApiError('access_denied')
  const rows = userRows(ctx, await withDialled(given))
  const { password, passwordChangeRequired: forceChange } = given
  const hash =
    password === undefined ? null : await passwords.hash(ctx, { password, words: wordsOf(given) })
  await refusingDuplicates(() =>
    inOneWrite(ctx, async (ctx) => {
      await insertRows(ctx, rows)
      if (hash !== null) await passwords.store(ctx, { userId: rows.user.id, hash, forceChange })
    }),
  )
  const aliases = rows.identifiers.filter(({ kind }) => kind === 'ALIAS').map(({ value }) => value)
  return { ...rows.user, aliases, roles: [], standing: null }
}

const write = async (
  ctx: Context,
  user: FoundUser,
  change: z.output<typeof UserChange>,
): Promise<FoundUser> => {
  const { fields, before, after, columns, aliases, identifiers } = changedUser(
    user,
    await withDialled(change),
    ctx.tenant.defaultLocale,
  )
  if (fields.length === 0) return user
  refuseRestricted(ctx, user, fields)
  const written = await updateUserColumns(ctx, user.id, columns)
  if (identifiers !== null) await replaceIdentifiers(ctx, user.id, identifiers)
  audit(ctx, 'USER_UPDATED', { subject: subjectOf(user), before, after })
  return { ...user, ...columns, ...written, aliases }
}

/** @throws user_not_found, user_exists, user_edit_restricted, rights_not_held, precondition_failed */
export const update = (
  ctx: Context,
  id: string,
  change: z.output<typeof UserChange>,
): Promise<FoundUser> =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => write(ctx, await readForChange(ctx, id), change)),
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
      return write(ctx, user, change)
    }),
} as const
