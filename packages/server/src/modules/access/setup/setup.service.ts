import type { SetupAccount } from '@signet/contract/access/setup'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { foundOr } from '../../../kit/rows.ts'
import { forgetDevices } from '../../authenticators/devices/index.ts'
import { hashChosen, storePassword } from '../../authenticators/passwords/index.ts'
import { assignBuiltInRole } from '../../identity/roles/index.ts'
import { insertUsers, refusingDuplicates, userSets } from '../../identity/users/index.ts'
import { endSessionsOf } from '../../tenancy/sessions/index.ts'
import {
  findSetupLink,
  hasAdministrator,
  nameAccount,
  newSetupLinks,
  removeBegun,
  type SetupLink,
} from '../setup-links/index.ts'
import { beginSetupTransaction, invited } from '../sign-in/index.ts'
import { addressOf } from './addresses.ts'
import { beginInvited, passwordNeeded } from './invited.service.ts'

const orInvalid = foundOr('setup_link_invalid')

/** @throws setup_link_invalid */
const readLink = async (ctx: Context, token: string): Promise<SetupLink> =>
  orInvalid(await findSetupLink(ctx, token))

const nameOfUser = async (ctx: Context, userId: string | null): Promise<string | null> => {
  if (userId === null) return null
  const user = await ctx.db
    .selectFrom('users')
    .select('user_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.user_id ?? null
}

export const read = async (ctx: Context, token: string) => {
  const link = await readLink(ctx, token)
  const { kind, user_id: id } = link
  const userId = kind === 'FIRST_ADMINISTRATOR' ? null : await nameOfUser(ctx, id)
  const isInvited = kind === 'INVITATION' && id !== null
  const firstFactors = isInvited ? await invited.firstFactors(ctx, id) : (['PASSWORD'] as const)
  return { companyName: ctx.tenant.companyName, kind, userId, firstFactors: [...firstFactors] }
}

type Wanted = z.output<typeof SetupAccount>

/** The account that a link sets up: a new one for the first administrator, else the one it names. */
const accountFor = async (ctx: Context, link: SetupLink, wanted: Wanted): Promise<string> => {
  if (link.kind !== 'FIRST_ADMINISTRATOR') {
    if (link.user_id === null) throw new ApiError('setup_link_invalid')
    return link.user_id
  }
  if (link.user_id !== null) await removeBegun(ctx, [link.user_id])
  const { userId, firstName, lastName, email } = wanted
  userSets.expectUserId(userId)
  const contact = { firstName, lastName, email, locale: ctx.locale }
  const id = ctx.platform.ids.uuid()
  await insertUsers(ctx, [{ id, userId, ...contact, state: 'REGISTERING' }])
  await assignBuiltInRole(ctx, id, 'SUPER_ADMINISTRATOR')
  await nameAccount(ctx, link, id)
  return id
}

/** Names the account of a link and sets its password. */
const beginNamed = async (ctx: Context, link: SetupLink, wanted: Wanted & { password: string }) => {
  const words = [wanted.userId, wanted.firstName, wanted.lastName, wanted.email?.split('@', 1)[0]]
  const hash = await hashChosen(ctx, {
    userId: null,
    password: wanted.password,
    words: words.filter((word) => word !== undefined),
  })
  return refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const userId = await accountFor(ctx, link, wanted)
      audit(ctx, 'SETUP_STARTED', {
        subject: { entity: 'USERS', id: userId, name: wanted.userId },
        attributes: { kind: link.kind },
      })
      const place = { userId, linkHash: link.token_hash }
      return beginSetupTransaction(ctx, place, async (transactionId) => {
        await storePassword(ctx, { userId, hash, forceChange: false, transactionId })
        await endSessionsOf(ctx, userId)
        await forgetDevices(ctx, userId)
      })
    }),
  )
}

/** @throws setup_link_invalid, user_exists, password_invalid, password_invalid_compromised */
export const begin = async (ctx: Context, wanted: Wanted) => {
  const { password } = wanted
  const link = await readLink(ctx, wanted.setupToken)
  if (link.kind === 'INVITATION') return beginInvited(ctx, link, password)
  if (password === undefined) throw passwordNeeded()
  return beginNamed(ctx, link, { ...wanted, password })
}

/** A single-use link, good for 24 h, by which someone sets up their account. */
export const createSetupLink = (
  ctx: Context,
  wanted: {
    readonly kind: SetupLink['kind']
    readonly userId: string | null
    /** The user id, for the event. */
    readonly name?: string
    readonly lifeMillis?: number
  },
): Promise<string> =>
  ctx.transaction(async (ctx) => {
    const [token = ''] = await newSetupLinks(ctx, [wanted])
    audit(ctx, 'SETUP_LINK_CREATED', {
      subject: { entity: 'USERS', id: wanted.userId ?? '', name: wanted.name ?? '' },
      attributes: { kind: wanted.kind },
    })
    return addressOf(ctx, token)
  })

/** A link for the first administrator; null when the tenant has one. */
export const setupLinkFor = async (ctx: Context): Promise<string | null> =>
  (await hasAdministrator(ctx))
    ? null
    : createSetupLink(ctx, { kind: 'FIRST_ADMINISTRATOR', userId: null })
