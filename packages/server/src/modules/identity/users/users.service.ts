import type { NewUser, UserChange } from '@signet/contract/identity/user'
import { normaliseIdentifier } from '@signet/rules/precis'
import type { z } from 'zod'
import { type Context, expectVersion, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { foundOr, unique } from '../../../kit/rows.ts'
import { expectGroups, groupsInSight, seesMemberOf } from '../groups/index.ts'
import { keepSuperAdministrator } from '../roles/index.ts'
import { definitions, matchingOf } from '../user-attributes/index.ts'
import { inOneWrite } from './one-write.ts'
import { withDialled } from './phone-numbers.ts'
import {
  changedSubjects,
  expectMayIdentify,
  givenSubjects,
  refuseOwnSubject,
} from './subject-changes.ts'
import { changedAttributes, newUserAttributes } from './user-attribute-changes.ts'
import { changedUser, deliverable } from './user-changes.ts'
import { groupLinks, relink } from './user-links.ts'
import { userRows } from './user-rows.ts'
import { changeUsers, createUsers, removeAll } from './user-sets.ts'
import {
  expectAuthorityOver,
  expectUserId,
  isSelf,
  refuseRestricted,
  refuseSelf,
} from './users.policy.ts'
import {
  type FoundUser,
  findByExternalId,
  findByIdentifier,
  findUser,
  findUsersForChange,
  updateUsers,
} from './users.repository.ts'
import type { UserSlots } from './users.slots.ts'

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
  const user = orNotFound(ctx, (await findUsersForChange(ctx, [id]))[0])
  expectVersion(ctx, user.version)
  await expectAuthorityOver(ctx, user)
  return user
}

/** Runs a write; @throws user_exists when an identifier or the external id is another user's */
export const refusingDuplicates = unique({
  user_identifiers_pkey: { code: 'user_exists', path: 'body.userId' },
  users_by_external_id: { code: 'user_exists', path: 'body.externalId' },
  user_attribute_values_apart: { code: 'user_exists', path: 'body.userAttributeValues' },
})

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

/** What is written for a new user: an invitation reads, all else travels together. */
const writing = (
  ctx: Context,
  { sendInvitation }: Pick<z.output<typeof NewUser>, 'sendInvitation'>,
): ((work: (ctx: Context) => Promise<void>) => Promise<void>) =>
  sendInvitation ? (work) => ctx.transaction(work) : (work) => inOneWrite(ctx, work)

/** Creates a user for an administrator: at most one hash, and one round trip without an invitation. */
export const create = async (
  ctx: Context,
  { passwords, invitations }: Pick<UserSlots, 'passwords' | 'invitations'>,
  wanted: z.output<typeof NewUser>,
): Promise<FoundUser> => {
  const given = await withDialled(ctx, wanted)
  const groups = await firstGroups(ctx, given.groups)
  const known = await definitions(ctx)
  const attributes = newUserAttributes({ known, matching: matchingOf(ctx) }, given)
  const emailVerified = given.emailVerified === true
  expectMayIdentify(ctx, givenSubjects({ known, judged: attributes, emailVerified }))
  const rows = userRows(ctx, { ...given, attributes })
  const { password, passwordChangeRequired: forceChange } = given
  const hash =
    password === undefined ? null : await passwords.hash(ctx, { password, words: wordsOf(given) })
  const together = writing(ctx, given)
  await refusingDuplicates(() =>
    together(async (ctx) => {
      await createUsers(ctx, [rows], groups)
      if (hash !== null) await passwords.store(ctx, { userId: rows.user.id, hash, forceChange })
      if (given.sendInvitation) await invitations.send(ctx, rows.user)
    }),
  )
  if (given.sendInvitation) return readUser(ctx, rows.user.id)
  const aliases = rows.identifiers.filter(({ kind }) => kind === 'ALIAS').map(({ value }) => value)
  const none = { roles: [], organizations: [], invitation: null, standing: null }
  return { ...rows.user, ...none, aliases, groups }
}

interface Wish {
  readonly change: z.output<typeof UserChange>
  /** Refuses fields that are not this actor's to change, and values by which applications know users. */
  readonly guard: (fields: readonly string[], subjects: readonly string[]) => void
}

const write = async (
  ctx: Context,
  user: FoundUser,
  { change: wanted, guard }: Wish,
): Promise<FoundUser> => {
  const change = await withDialled(ctx, wanted)
  const changed = changedUser(user, change, ctx.tenant.defaultLocale)
  const known = await definitions(ctx)
  const judged = changedAttributes(ctx, { known, matching: matchingOf(ctx), user, change })
  const { fields, columns } = changed
  if (fields.includes('userId')) expectUserId(change.userId ?? user.user_id)
  const subjects = changedSubjects({ known, judged, user, fields, after: columns })
  const { groups: ids } = change
  const moved = ids === undefined ? null : await relink(ctx, { user, ids, kind: groupLinks })
  if (fields.length === 0 && judged === null && moved === null) return user
  guard(fields, subjects)
  const isRenamed = subjects.length > 0
  const [after = user] = await changeUsers(ctx, [{ user, changed, judged, isRenamed, moved }])
  return after
}

const writeByHand = (ctx: Context, user: FoundUser, change: Wish['change']): Promise<FoundUser> =>
  write(ctx, user, {
    change,
    guard: (fields, subjects) => {
      refuseRestricted(ctx, user, fields)
      refuseOwnSubject(isSelf(ctx, user.id) ? subjects : [])
      expectMayIdentify(ctx, subjects)
    },
  })

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
    await removeAll(ctx, [user])
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
    await updateUsers(ctx, [{ user, columns: {} }])
    return done
  })

const itself = foundOr('user_not_found')

/** The signed-in user, their row held until the transaction ends. */
const heldSelf = async (ctx: Context): Promise<FoundUser> =>
  itself((await findUsersForChange(ctx, [signedInUser(ctx).id]))[0])

/** What people may do to themselves, whatever their groups. */
export const self = {
  read: async (ctx: Context): Promise<FoundUser> =>
    itself(await findUser(ctx, signedInUser(ctx).id)),

  /** @throws user_exists, user_edit_restricted, precondition_failed */
  update: (ctx: Context, change: z.output<typeof UserChange>): Promise<FoundUser> =>
    refusingDuplicates(() =>
      ctx.transaction(async (ctx) => {
        const user = await heldSelf(ctx)
        expectVersion(ctx, user.version)
        return writeByHand(ctx, user, change)
      }),
    ),

  /**
   * What the system that they come from says of them now, as part of a transaction; others than its own
   * stay as they are. @throws user_not_found
   */
  followOrigin: async (
    ctx: Context,
    id: string,
    change: z.output<typeof UserChange>,
  ): Promise<FoundUser> => {
    const user = itself((await findUsersForChange(ctx, [id]))[0])
    const isTheirs = user.type === 'EXTERNAL'
    return isTheirs ? write(ctx, user, { change, guard: () => undefined }) : user
  },

  /** What needed a proof, which was given. @throws user_edit_restricted, user_exists */
  changeProven: (ctx: Context, change: z.output<typeof UserChange>): Promise<FoundUser> =>
    refusingDuplicates(() =>
      ctx.transaction(async (ctx) => {
        const user = await heldSelf(ctx)
        const guard: Wish['guard'] = (fields, subjects) => {
          const isForeign = user.type !== 'MGMT_UI' && fields.length > 0
          if (isForeign) throw new ApiError('user_edit_restricted')
          refuseOwnSubject(subjects)
        }
        return write(ctx, user, { change, guard })
      }),
    ),

  /** Notes that the address is read by its owner. @throws no_otp when it has changed meanwhile */
  proveMail: (ctx: Context, address: string): Promise<FoundUser> =>
    ctx.transaction(async (ctx) => {
      const user = await heldSelf(ctx)
      if (user.email !== address) throw new ApiError('no_otp')
      const columns = { email_verified: true, verification_required: false, ...deliverable }
      const [after = user] = await updateUsers(ctx, [{ user, columns }])
      return after
    }),

  /** Nothing is left to register. False when nothing was; part of a transaction. */
  endRegistration: async (ctx: Context): Promise<boolean> => {
    const user = await heldSelf(ctx)
    if (!user.registration_required) return false
    await updateUsers(ctx, [{ user, columns: { registration_required: false } }])
    return true
  },
} as const
