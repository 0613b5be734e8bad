import type { completeSignUp, requestSignUp } from '@signet/contract/access/sign-up'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import { chosenIdentifierFault } from '@signet/rules/chosen-identifiers'
import { normaliseIdentifier } from '@signet/rules/precis'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { callerAt } from '../../../kit/limits.ts'
import { WithCookie } from '../../../kit/routes.ts'
import { foundOr } from '../../../kit/rows.ts'
import { budgetsOf, networksAround } from '../../../platform/request-limits/networks.ts'
import { mailPeople } from '../../authenticators/notices/index.ts'
import { hashChosen, storePassword } from '../../authenticators/passwords/index.ts'
import { insertUsers, refusingDuplicates } from '../../identity/users/index.ts'
import { settings } from '../../settings/families/index.ts'
import { takeOne } from '../hourly-budgets/index.ts'
import { findByIdentifier, invited } from '../sign-in/index.ts'
import { expectAllowed, expectOpenDoor, offered } from './sign-up.policy.ts'
import {
  findSignUp,
  insertSignUp,
  type StoredSignUp,
  takeTry,
  useSignUp,
} from './sign-up.repository.ts'

/** Sign-ups within an hour. */
const perHour = { mailbox: 3, network: 10, tenant: 500 } as const
type Budget = keyof typeof perHour

const take = (ctx: Context, budget: Budget, name: string): Promise<boolean> =>
  takeOne(ctx, { purpose: `sign-up ${budget}`, name, perHour: perHour[budget] })

/** Of the address, and of the networks around it: one line has thousands of IPv6 /64. */
const takeOfNetworks = async (ctx: Context): Promise<boolean> => {
  const name = callerAt(ctx.request.address)
  for (const each of [name, ...networksAround(name)]) {
    const most = perHour.network * budgetsOf(each)
    const isWithin = await takeOne(ctx, { purpose: 'sign-up network', name: each, perHour: most })
    if (!isWithin) return false
  }
  return true
}

/**
 * Counts a sign-up against network and tenant, then against the mailbox. Whether the mailbox gets
 * a mail: who asks is not told that it has had its share.
 * @throws too_many_requests
 */
const countSignUp = async (ctx: Context, mailbox: string): Promise<boolean> => {
  const isWithin = (await takeOfNetworks(ctx)) && (await take(ctx, 'tenant', ''))
  if (!isWithin) throw new ApiError('too_many_requests')
  return take(ctx, 'mailbox', mailbox)
}

const lifeMillis = 24 * 3_600_000

type Wanted = BodyOf<typeof requestSignUp>

const addressOf = (ctx: Context, token: string): string =>
  `${new URL(ctx.tenant.publicUrl).origin}/signup/confirm/${token}`

interface Written {
  readonly wanted: Wanted
  readonly termsUrl: string | null
  /** The address has an account. */
  readonly known: boolean
}

/** Notes the sign-up and mails its link; who has an account is told that instead, by as much work. */
const write = (ctx: Context, { wanted, termsUrl, known }: Written): Promise<void> =>
  ctx.transaction(async (ctx) => {
    const { email, firstName = null, lastName = null } = wanted
    const { locale } = ctx
    const token = ctx.platform.ids.random(16).toString('base64url')
    const expires_at = new Date(ctx.platform.clock.now().getTime() + lifeMillis)
    const named = { first_name: firstName, last_name: lastName, locale }
    await insertSignUp(ctx, { token, email, ...named, terms_url: termsUrl, known, expires_at })
    // Nothing that a stranger wrote stands in the mail: it would go to whomever they name.
    const to = { userId: '', address: email, name: email, locale }
    const link = { confirmUrl: addressOf(ctx, token) }
    await mailPeople(ctx, [to], known ? { kind: 'signUpKnown' } : { kind: 'signUp', values: link })
    audit(ctx, 'SIGN_UP_REQUESTED', { subject: { entity: 'USERS', id: '', name: email } })
  })

/**
 * Asks for an account. Whether the address has one shows in nothing but the mail.
 * @throws sign_up_unavailable, sign_up_domain_refused, sign_up_terms_missing, too_many_requests
 */
export const request = async (ctx: Context, wanted: Wanted) => {
  expectOpenDoor(ctx)
  const { signUpTermsUrl: termsUrl, ...rules } = await offered(ctx)
  expectAllowed({ ...rules, signUpTermsUrl: termsUrl }, wanted)
  const { email } = wanted
  const mayMail = await countSignUp(ctx, email)
  const known = (await findByIdentifier(ctx, normaliseIdentifier(email) ?? '')) !== null
  if (mayMail) await write(ctx, { wanted, termsUrl, known })
  return { accepted: true } as const
}

/** @throws sign_up_link_invalid */
const orInvalid = foundOr('sign_up_link_invalid')

/** What a link is for; uses nothing up. @throws sign_up_link_invalid */
export const read = async (ctx: Context, token: string) => {
  expectOpenDoor(ctx)
  const { email } = orInvalid(await findSignUp(ctx, token))
  const { signUpUserId } = await settings.registration(ctx)
  return { companyName: ctx.tenant.companyName, email, userId: signUpUserId }
}

interface Account {
  readonly userId: string
  readonly hash: string
}

/** The account of a proven address, as part of a transaction that uses its link up; its id. */
const insert = async (
  ctx: Context,
  row: StoredSignUp,
  { userId, hash }: Account,
): Promise<string> => {
  const id = ctx.platform.ids.uuid()
  const { registrationEnabled } = await settings.registration(ctx)
  const { email, first_name: firstName, last_name: lastName, locale, terms_url } = row
  await insertUsers(ctx, [
    {
      id,
      userId,
      firstName,
      lastName,
      email,
      emailVerified: true,
      locale,
      // The address signs in too: one mailbox makes one account.
      userAliases: [email],
      registrationRequired: registrationEnabled,
    },
  ])
  await storePassword(ctx, { userId: id, hash, forceChange: false, transactionId: null })
  const person = { id, name: userId }
  const accepted =
    terms_url === null ? {} : { termsUrl: terms_url, acceptedAt: row.created_at.toISOString() }
  audit(ctx, 'USER_SIGNED_UP', {
    subject: { entity: 'USERS', ...person },
    actor: { kind: 'user', ...person },
    after: { userId, firstName, lastName, email },
    attributes: accepted,
  })
  return id
}

/**
 * Signs in by the password that was just chosen; null where the sign-in page decides. The account stays
 * whatever comes of it.
 */
const signIn = async (ctx: Context, id: string) => {
  if (!(await invited.firstFactors(ctx, id)).includes('PASSWORD')) return null
  try {
    const tell = await ctx.transaction((ctx) => invited.beginSignedUp(ctx, id))
    return await tell()
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

type Completion = BodyOf<typeof completeSignUp>

const userIdFault = (message: string) => ({ fields: [{ path: 'body.userId', message }] })

/**
 * The address that was proven, or one that people choose and that looks like nobody else's.
 * @throws invalid_parameters, user_id_not_allowed
 */
const userIdFor = (row: StoredSignUp, rule: 'EMAIL' | 'CHOSEN', given: string | undefined) => {
  if (rule === 'EMAIL') return row.email
  if (given === undefined) throw new ApiError('invalid_parameters', userIdFault('is required'))
  const normalised = normaliseIdentifier(given)
  if (normalised === normaliseIdentifier(row.email)) return given
  const fault = normalised === null ? 'bad_characters' : chosenIdentifierFault(normalised)
  if (fault !== null) throw new ApiError('user_id_not_allowed', userIdFault(fault))
  return given
}

/** @throws sign_up_link_invalid, sign_up_unavailable, user_exists, user_id_not_allowed, password_invalid and its kin */
export const complete = async (ctx: Context, given: Completion) => {
  expectOpenDoor(ctx)
  const { signUpUserId } = await offered(ctx)
  const row = orInvalid(await takeTry(ctx, given.signUpToken))
  const userId = userIdFor(row, signUpUserId, given.userId)
  const words = [userId, row.first_name, row.last_name, row.email.split('@', 1)[0]]
  const hash = await hashChosen(ctx, {
    userId: null,
    password: given.password,
    words: words.filter((word) => typeof word === 'string'),
  })
  const id = await refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      if (!(await useSignUp(ctx, row))) throw new ApiError('sign_up_link_invalid')
      return insert(ctx, row, { userId, hash })
    }),
  )
  const authentication = await signIn(ctx, id)
  return authentication instanceof WithCookie
    ? new WithCookie({ userId, authentication: authentication.value }, authentication.cookie)
    : { userId, authentication }
}
