import type { createInvitationLink, inviteUsers } from '@signet/contract/access/invitations'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import { userDisplayName } from '@signet/rules/display'
import { invitationHours } from '@signet/rules/invitations'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { mailEach } from '../../authenticators/notices/index.ts'
import { eachRow } from '../../identity/batches/index.ts'
import { type FoundUser, userSets } from '../../identity/users/index.ts'
import { findWithWayIn } from '../../identity/ways-in/index.ts'
import { expectMailServer } from '../../settings/email-messages/index.ts'
import { addressOf } from '../setup/index.ts'
import { endInvitations, newSetupLinks } from '../setup-links/index.ts'
import { listInvited } from './invitations.repository.ts'

type Person = Pick<
  FoundUser,
  'id' | 'user_id' | 'first_name' | 'email' | 'locale' | 'state' | 'locked' | 'type'
>

const subjectOf = ({ id, user_id: name }: Person) => ({ entity: 'USERS', id, name })

/** Users of a directory sign in by what it knows of them. @throws invitation_not_allowed */
const expectInvitable = (user: Person, hasWayIn: boolean): void => {
  const isActive = user.state === 'ACTIVE' && !user.locked
  if (!isActive || user.type === 'LDAP_AD' || hasWayIn) throw new ApiError('invitation_not_allowed')
}

/** @throws invitation_not_allowed without an address */
const expectAddress = ({ email }: Person): void => {
  if (email === null) throw new ApiError('invitation_not_allowed')
}

/**
 * Users whom the caller may let in, their rows held until the transaction ends; `of` throws for any
 * other.
 */
const readInvitable = async (ctx: Context, ids: readonly string[]) => {
  const users = await userSets.find(ctx, ids)
  const withWayIn = await findWithWayIn(ctx, [...users.keys()])
  return {
    /** @throws user_not_found, rights_not_held, invitation_not_allowed */
    of: async (id: string): Promise<FoundUser> => {
      const user = users.get(id)
      if (user === undefined) throw new ApiError('user_not_found')
      await userSets.expectAuthorityOver(ctx, user)
      expectInvitable(user, withWayIn.has(id))
      return user
    },
  }
}

const hourMillis = 3_600_000

interface Made {
  readonly user: Person
  readonly link: string
  readonly expiresAt: Date
}

interface Terms {
  readonly expiryHours: number
  readonly mailed: boolean
}

/** Links in the place of the users' former ones, in two statements whatever their number. */
const makeLinks = async (
  ctx: Context,
  users: readonly Person[],
  { expiryHours, mailed }: Terms,
): Promise<readonly Made[]> => {
  const lifeMillis = expiryHours * hourMillis
  const expiresAt = new Date(ctx.platform.clock.now().getTime() + lifeMillis)
  await endInvitations(
    ctx,
    users.map(({ id }) => id),
  )
  const tokens = await newSetupLinks(
    ctx,
    users.map(({ id, email }) => ({
      kind: 'INVITATION',
      userId: id,
      email: mailed ? email : null,
      lifeMillis,
    })),
  )
  return users.map((user, at) => ({ user, link: addressOf(ctx, tokens[at] ?? ''), expiresAt }))
}

const letterTo = ({ user, link, expiresAt }: Made) => ({
  to: {
    userId: user.id,
    address: user.email ?? '',
    name: user.first_name ?? user.user_id,
    locale: user.locale,
  },
  kind: 'invitation' as const,
  values: { setupUrl: link, until: expiresAt.toISOString() },
})

/** Mails each of the users a link of their own. In a transaction. */
const mailLinks = async (
  ctx: Context,
  users: readonly Person[],
  expiryHours: number,
): Promise<void> => {
  const made = await makeLinks(ctx, users, { expiryHours, mailed: true })
  await mailEach(ctx, made.map(letterTo))
  for (const { user, expiresAt } of made) {
    audit(ctx, 'INVITATION_SENT', {
      subject: subjectOf(user),
      attributes: { recipient: user.email, expiresAt: expiresAt.toISOString() },
    })
  }
}

/** @throws email_server_missing */
export const invite = async (ctx: Context, { ids, expiryHours }: BodyOf<typeof inviteUsers>) => {
  await expectMailServer(ctx)
  return ctx.transaction(async (ctx) => {
    const invitable = await readInvitable(ctx, ids)
    const chosen = new Map<string, FoundUser>()
    const outcomes = await eachRow(ctx, ids, async (id) => {
      const user = await invitable.of(id)
      expectAddress(user)
      chosen.set(id, user)
      return id
    })
    await mailLinks(ctx, [...chosen.values()], expiryHours)
    return outcomes
  })
}

/** Invites a user who was just added, in the transaction that adds them. */
export const firstInvitation = {
  /** @throws email_server_missing, invitation_not_allowed */
  send: async (ctx: Context, user: Person): Promise<void> => {
    await expectMailServer(ctx)
    expectInvitable(user, (await findWithWayIn(ctx, [user.id])).has(user.id))
    expectAddress(user)
    await mailLinks(ctx, [user], invitationHours.usual)
  },
} as const

/**
 * A link that the caller hands over. Anyone who follows it becomes the user, who is notified by email.
 * @throws user_not_found, rights_not_held, invitation_not_allowed
 */
export const createLink = (
  ctx: Context,
  userId: string,
  { expiryHours }: BodyOf<typeof createInvitationLink>,
) =>
  ctx.transaction(async (ctx) => {
    const user = await (await readInvitable(ctx, [userId])).of(userId)
    const [made] = await makeLinks(ctx, [user], { expiryHours, mailed: false })
    if (made === undefined) throw new Error('no link was made')
    const { link, expiresAt } = made
    audit(ctx, 'INVITATION_LINK_CREATED', {
      subject: subjectOf(user),
      attributes: { expiresAt: expiresAt.toISOString() },
    })
    return { link, expiresAt }
  })

/** @throws user_not_found, rights_not_held, not_found without an invitation */
export const revoke = (ctx: Context, userId: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const user = (await userSets.find(ctx, [userId])).get(userId)
    if (user === undefined) throw new ApiError('user_not_found')
    await userSets.expectAuthorityOver(ctx, user)
    const ended = await endInvitations(ctx, [userId])
    if (ended.length === 0) throw new ApiError('not_found')
    audit(ctx, 'INVITATION_REVOKED', { subject: subjectOf(user) })
    return undefined
  })

export const listWaiting = async (ctx: Context) =>
  (await listInvited(ctx)).map((row) => ({
    id: row.id,
    userId: row.user_id,
    displayName: userDisplayName({
      firstName: row.first_name,
      lastName: row.last_name,
      userId: row.user_id,
    }),
    sentTo: row.email,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }))
