import { normaliseIdentifier } from '@signet/rules/precis'
import { type Configuration, errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { takeOne } from '../../../modules/access/hourly-budgets/index.ts'
import { findByIdentifier } from '../../../modules/access/sign-in/index.ts'
import { clients } from '../../../modules/applications/oidc-applications/index.ts'
import { accountOf } from '../claims/account-claims.ts'
import { findAccountRow } from '../claims/accounts.repository.ts'
import { findAccount } from '../claims/accounts.ts'
import { userBehind } from '../claims/subjects.ts'
import { settingsOf } from '../clients/client-settings.ts'
import { pollSeconds } from '../devices/device-codes.ts'
import { asksTooSoon } from '../devices/device-pace.ts'
import { secondsOf } from '../issue.ts'
import { minute } from '../terms.ts'
import { hashOf, insertToken, type Payload } from '../tokens.repository.ts'
import { endOf, findTokenOf } from '../tokens.ts'
import { type UnitOfWork, unitOfWork } from '../unit-of-work.ts'
import { leftOfPretended, pretendedRequest } from './pretended-requests.ts'
import { insertRequest } from './sign-in-requests.repository.ts'

/* Sign-ins that applications ask people for (OpenID Connect CIBA Core 1.0): poll and ping. */

const kind = 'BackchannelAuthenticationRequest'
const longestSeconds = 10 * minute

/** CIBA Core 1.0, section 7.1: `requested_expiry`, within bounds. */
export const requestSeconds = (asked: unknown): number =>
  asked === undefined ? 5 * minute : Math.min(longestSeconds, Math.max(minute, Number(asked)))

/** How long it is told that the time is over; an invalid grant afterwards. */
const afterwardsMillis = 10 * minute * 1000

/** Kept for the call to the application, sealed: nobody polls by it without the client's own proof. */
const Notification = z.object({ authReqId: z.string(), token: z.string() })

const purpose = 'oidc-sign-in-request'

const sealedFor = async (ctx: Context, value: string, token: unknown): Promise<Buffer | null> => {
  if (typeof token !== 'string') return null
  const text = Buffer.from(JSON.stringify({ authReqId: value, token }))
  return ctx.platform.secrets.seal(ctx.tenant.id, purpose, text)
}

export const openNotification = async (
  { platform, tenant }: Context,
  sealed: Buffer,
): Promise<z.output<typeof Notification>> => {
  const text = await platform.secrets.open(tenant.id, purpose, sealed)
  return Notification.parse(JSON.parse(text.toString('utf8')))
}

/** Of the parameters, what people are asked and judged by; no hint and no token is kept. */
const Kept = z.object({
  binding_message: z.string().optional(),
  acr_values: z.string().optional(),
  claims: z.string().optional(),
})

/** The library saves it once, when the application has asked. */
export const saveRequest = async (
  value: string,
  payload: Payload,
  seconds: number,
): Promise<void> => {
  const { ctx, writes } = unitOfWork()
  const params = z.record(z.string(), z.unknown()).parse(payload.params)
  const tokenId = hashOf(value)
  const end = endOf(ctx, payload, seconds).getTime()
  const stored = { ...payload, params: Kept.parse(params) }
  const expiresAt = new Date(end + afterwardsMillis)
  writes.push(insertToken({ tenantId: ctx.tenant.id, id: tokenId, payload: stored, expiresAt }))
  const sealed = await sealedFor(ctx, value, params.client_notification_token)
  writes.push(insertRequest(ctx, { tokenId, userId: String(payload.accountId), sealed }))
}

const expired = () => new errors.ExpiredToken('backchannel authentication request is expired')

/** As a request that is stored and that nobody decides about: whatever comes of a poll is alike. */
const pretendedPayload = (
  { ctx }: UnitOfWork,
  clientId: string,
  value: string,
): Payload | undefined => {
  const left = leftOfPretended(ctx, clientId, value)
  if (left === null || left * 1000 <= -afterwardsMillis) return undefined
  const iat = secondsOf(ctx.platform.clock.now())
  return { kind, jti: value, clientId, iat, exp: iat + left }
}

const isWaiting = ({ grantId, error }: Payload): boolean =>
  grantId === undefined && error === undefined

/** What an application asks about. @throws ExpiredToken, SlowDown (CIBA Core 1.0, section 11) */
export const findRequest = async (value: string): Promise<Payload | undefined> => {
  const unit = unitOfWork()
  const clientId = unit.clientId() ?? ''
  const payload = (await findTokenOf(kind, value)) ?? pretendedPayload(unit, clientId, value)
  if (payload?.clientId !== clientId) return payload
  if (Number(payload.exp) <= secondsOf(unit.ctx.platform.clock.now())) throw expired()
  if (isWaiting(payload) && asksTooSoon(unit.ctx, value)) throw new errors.SlowDown()
  return payload
}

/** So often a person is asked within an hour, by all applications together. */
const perHour = 10

/** Whether there is somebody or not: it is counted alike. @throws AccessDenied */
const countFor = async (ctx: Context, name: string): Promise<void> => {
  if (await takeOne(ctx, { purpose: 'sign-in-requests person', name, perHour })) return
  throw new errors.AccessDenied('this person was asked too often')
}

/** Notes an event of the application, which asks by itself. */
const note = (
  koa: KoaContextWithOIDC,
  outcome: 'SUCCESS' | 'FAILURE',
  attributes: Readonly<Record<string, unknown>>,
): void => {
  const { ctx, events } = unitOfWork()
  const { clientId: id = '', clientName: name = '' } = koa.oidc.client ?? {}
  events.push({
    id: ctx.platform.ids.uuid(),
    at: ctx.platform.clock.now(),
    action: 'APPLICATION_SIGN_IN_ASKED',
    outcome,
    subject: { entity: 'APPLICATIONS', id, name },
    actor: { kind: 'application', id, name },
    attributes,
  })
}

/** Letters, digits and signs that are seen: nothing that turns or hides what stands beside it. */
const shown = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,100}$/u

const unsupported = (name: string) => new errors.InvalidRequest(`${name} is not supported`)

/** Answers as if somebody had been asked, and counts for them. @throws UnknownUserId */
const pretend = async (koa: KoaContextWithOIDC, counted: string): Promise<never> => {
  const unit = unitOfWork()
  const { ctx } = unit
  await countFor(ctx, counted)
  const seconds = requestSeconds(koa.oidc.params?.requested_expiry)
  const endsAt = secondsOf(ctx.platform.clock.now()) + seconds
  unit.pretended = {
    auth_req_id: pretendedRequest(ctx, koa.oidc.client?.clientId ?? '', endsAt),
    expires_in: seconds,
  }
  note(koa, 'FAILURE', { reason: 'unknown_user_id' })
  throw new errors.UnknownUserId()
}

/**
 * The account. Who is there is counted by their id, whether they can be asked or not: no count
 * begins anew when somebody is locked.
 * @throws UnknownUserId where something that looks alike has to be answered
 */
const processLoginHint = async (koa: KoaContextWithOIDC, hint = ''): Promise<string> => {
  if (hint.length > 256) throw new errors.InvalidRequest('login_hint is too long')
  const { ctx } = unitOfWork()
  const name = normaliseIdentifier(hint)
  const id = await findByIdentifier(ctx, name ?? '')
  const row = id === null ? undefined : await findAccountRow(ctx.db, ctx.tenant.id, id)
  const isAskable = row !== undefined && accountOf(row) !== null
  return isAskable ? row.id : pretend(koa, id ?? `nobody ${name ?? hint}`)
}

/** An ID token names the user by the application's own subject; a login hint was read before. */
const hintedUser = async ({ oidc }: KoaContextWithOIDC, subject: string) => {
  const { client, params } = oidc
  if (client === undefined || params?.id_token_hint === undefined) return subject
  return userBehind(unitOfWork().ctx, settingsOf(client).subjectAttribute, subject)
}

/**
 * The account behind a subject. An ID token of somebody who cannot be asked any more tells an
 * application no more than a name that nobody has.
 */
export const findAskedAccount: typeof findAccount = async (koa, subject, token) => {
  if (koa.path !== '/backchannel') return findAccount(koa, subject, token)
  const userId = await hintedUser(koa, subject)
  const account = userId === null ? undefined : await findAccount(koa, userId, token)
  return account ?? pretend(koa, subject)
}

export const signInRequests: NonNullable<Configuration['features']>['ciba'] = {
  ...clients.features.ciba,
  processLoginHint,
  processLoginHintToken: async () => {
    throw unsupported('login_hint_token')
  },
  // Before anybody is looked for: what is refused is refused alike.
  validateRequestContext: async ({ oidc }, context) => {
    if (context !== undefined) throw unsupported('request_context')
    if (oidc.params?.user_code !== undefined) throw unsupported('user_code')
  },
  validateBindingMessage: async (_koa, message) => {
    if (message === undefined || shown.test(message)) return
    throw new errors.InvalidBindingMessage('at most 100 letters, digits, signs and spaces')
  },
  // Asked for every kind of hint: where somebody is to be asked, they are counted.
  verifyUserCode: async (_koa, account) => {
    await countFor(unitOfWork().ctx, account.accountId)
  },
  triggerAuthenticationDevice: async (koa, _request, account) =>
    note(koa, 'SUCCESS', { user: account.accountId }),
}

/** CIBA Core 1.0, section 7.3. */
const Answered = z.object({ auth_req_id: z.string(), expires_in: z.number() })

/** Adds the interval, and answers for those who cannot be asked as for others. */
export const answerRequests = (provider: Provider): void => {
  provider.use(async (koa, next) => {
    await next()
    if (koa.path !== '/backchannel') return
    const { pretended } = unitOfWork()
    if (pretended !== null) koa.status = 200
    const body = Answered.safeParse(pretended ?? koa.body)
    if (koa.status !== 200 || !body.success) return
    // In one order, whoever made it: not even that tells who is there.
    const { auth_req_id, expires_in } = body.data
    koa.body = { auth_req_id, expires_in, interval: pollSeconds }
  })
}
