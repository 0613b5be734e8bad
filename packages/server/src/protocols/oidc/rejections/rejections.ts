import type { EventEmitter } from 'node:events'
import type { RejectionDoor, RejectionReason } from '@signet/rules/rejections'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Context } from '../../../kit/context.ts'
import { findByClientId } from '../../../modules/applications/oidc-applications/index.ts'
import {
  countFailure,
  type Rejection,
  rejectionEvent,
} from '../../../modules/tenancy/rejections/index.ts'
import { isOidcContext } from '../oidc-context.ts'
import { type UnitOfWork, unitOfWork } from '../unit-of-work.ts'
import { doorsOfEvents, type Fault, isOrdinary, reasonOf } from './rejection-reasons.ts'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const faultOf = (error: object): Fault => ({
  error: 'error' in error ? textOf(error.error) : '',
  description: 'error_description' in error ? textOf(error.error_description) : '',
  detail: 'error_detail' in error ? textOf(error.error_detail) : '',
})

/** Remembers what the library has rejected in this request; it is written with the answer. */
export const watchRejections = (provider: Provider): void => {
  const events: EventEmitter = provider
  for (const [event, door] of Object.entries(doorsOfEvents)) {
    events.on(event, (_koa: unknown, error: unknown) => {
      if (typeof error !== 'object' || error === null) return
      const fault = faultOf(error)
      if (!isOrdinary(fault, door)) unitOfWork().rejected ??= { door, fault }
    })
  }
}

/** Parameters that say what was asked for; none of them is a secret. */
const shownParameters = [
  'client_id',
  'redirect_uri',
  'post_logout_redirect_uri',
  'response_type',
  'grant_type',
  'scope',
  'resource',
  'code_challenge_method',
  'prompt',
] as const

/** Who a caller says to be by HTTP Basic (RFC 6749, section 2.3.1). */
const basicName = (header: string): string => {
  const given = /^Basic ([A-Za-z0-9+/]{1,1000}={0,2})$/i.exec(header)?.[1] ?? ''
  return /^([^:]{1,200}):/.exec(Buffer.from(given, 'base64').toString('latin1'))?.[1] ?? ''
}

const parametersOf = ({ oidc, query }: KoaContextWithOIDC): Readonly<Record<string, unknown>> => ({
  ...query,
  ...oidc.params,
})

const clientIdIn = (koa: KoaContextWithOIDC): string =>
  koa.oidc.client?.clientId ??
  (textOf(parametersOf(koa).client_id) || basicName(koa.get('Authorization')))

const askedOf = (koa: KoaContextWithOIDC): Record<string, string> => {
  const given = { ...parametersOf(koa), client_id: clientIdIn(koa) }
  const texts: Readonly<Record<string, unknown>> = given
  return Object.fromEntries(
    shownParameters.flatMap((name) => {
      const value = [texts[name] ?? []].flat().join(' ')
      return value === '' ? [] : [[name, value]]
    }),
  )
}

type Client = NonNullable<KoaContextWithOIDC['oidc']['client']>
type Registered = NonNullable<Rejection['registered']>

/** What an administrator compares with what was asked for. */
const registeredFor: Partial<Readonly<Record<RejectionReason, (client: Client) => Registered>>> = {
  REDIRECT_URI_MISMATCH: ({ redirectUris = [], postLogoutRedirectUris = [] }) => ({
    redirect_uris: redirectUris,
    post_logout_redirect_uris: postLogoutRedirectUris,
  }),
  WRONG_CLIENT_AUTHENTICATION_METHOD: ({ clientAuthMethod }) => ({
    token_endpoint_auth_method: clientAuthMethod,
  }),
  CLIENT_AUTHENTICATION_MISSING: ({ clientAuthMethod }) => ({
    token_endpoint_auth_method: clientAuthMethod,
  }),
  GRANT_TYPE_NOT_ALLOWED: ({ grantTypes = [] }) => ({ grant_types: grantTypes }),
  SCOPE_NOT_ALLOWED: ({ scope }) => ({ scope }),
}

/** Whether the request says by anything who asks. */
const hasCredentials = (koa: KoaContextWithOIDC): boolean => {
  const { client_secret: secret, client_assertion: assertion } = parametersOf(koa)
  return koa.get('Authorization') !== '' || secret !== undefined || assertion !== undefined
}

/** What the library does not tell apart. */
const exactReason = async (
  ctx: Context,
  koa: KoaContextWithOIDC,
  reason: RejectionReason,
): Promise<RejectionReason> => {
  if (reason === 'WRONG_CLIENT_AUTHENTICATION_METHOD' && !hasCredentials(koa)) {
    return 'CLIENT_AUTHENTICATION_MISSING'
  }
  if (reason !== 'UNKNOWN_CLIENT') return reason
  const stored = await findByClientId(ctx.db, ctx.tenant.id, clientIdIn(koa))
  return stored === undefined ? 'UNKNOWN_CLIENT' : 'CLIENT_DISABLED'
}

const applicationOf = ({ oidc: { client } }: KoaContextWithOIDC): Rejection['application'] =>
  client && { id: client.clientId, name: client.clientName ?? '' }

interface Rejected {
  readonly door: RejectionDoor
  readonly reason: RejectionReason
  readonly detail: string
}

const rejectionOf = (koa: KoaContextWithOIDC, { door, reason, detail }: Rejected): Rejection => {
  const { client } = koa.oidc
  const application = applicationOf(koa)
  const registered = client && registeredFor[reason]?.(client)
  return {
    door,
    reason,
    detail,
    asked: askedOf(koa),
    ...(application === undefined ? {} : { application }),
    ...(registered === undefined ? {} : { registered }),
  }
}

/** Failures by which someone tries out who an application is. */
const ofAuthentication: ReadonlySet<RejectionReason> = new Set([
  'UNKNOWN_CLIENT',
  'WRONG_CLIENT_SECRET',
  'WRONG_CLIENT_ASSERTION',
  'WRONG_CLIENT_CERTIFICATE',
  'WRONG_CLIENT_AUTHENTICATION_METHOD',
])

const answerTooMany = (koa: KoaContextWithOIDC, seconds: number): void => {
  koa.status = 429
  koa.remove('WWW-Authenticate')
  koa.set('Retry-After', String(seconds))
  koa.body = {
    error: 'too_many_requests',
    error_description: 'too many failed client authentications from this address',
  }
}

/** Counts a failed client authentication; whether it is answered as one too many. */
const isOneTooMany = ({ ctx, events }: UnitOfWork, koa: KoaContextWithOIDC): boolean => {
  const application = applicationOf(koa)
  const { retryAfter, alarm } = countFailure(
    ctx,
    application && { entity: 'APPLICATIONS', ...application },
  )
  if (alarm !== null) events.push(alarm)
  if (retryAfter === null) return false
  answerTooMany(koa, retryAfter)
  return true
}

/** Writes what the library has rejected, unless something else is answered in its place. */
export const noteRejection = async (unit: UnitOfWork, koa: object): Promise<void> => {
  const { ctx, rejected, repeat, pretended } = unit
  if (rejected === null || repeat !== null || pretended !== null || !isOidcContext(koa)) return
  const { door, fault } = rejected
  const grant = textOf(parametersOf(koa).grant_type)
  const reason = await exactReason(ctx, koa, reasonOf(fault, grant))
  const isFailure = door !== 'AUTHORIZE' && door !== 'END_SESSION' && ofAuthentication.has(reason)
  const isTooMany = isFailure && isOneTooMany(unit, koa)
  const detail = [fault.error, fault.description, fault.detail].filter((text) => text !== '')
  const event = rejectionEvent(
    ctx,
    rejectionOf(koa, {
      door,
      reason: isTooMany ? 'TOO_MANY_FAILED_ATTEMPTS' : reason,
      detail: detail.join(': '),
    }),
  )
  if (event !== null) unit.events.push(event)
}
