import type { RejectionReason } from '@signet/rules/rejections'
import type { FastifyRequest } from 'fastify'
import type { Actor, Tenant } from '../kit/context.ts'
import { ApiError } from '../kit/errors.ts'
import {
  actorOf,
  isCallableFrom,
  type Principal,
  readPrincipal,
} from '../modules/identity/principals/index.ts'
import { sessionTimes } from '../modules/settings/families/index.ts'
import {
  isOpen,
  type SessionClaims,
  verifySessionToken,
} from '../modules/tenancy/sessions/index.ts'
import type { Platform } from '../platform/platform.ts'
import { RefusedCaller } from './refused-caller.ts'

const refused = (reason: RejectionReason, detail: string): ApiError =>
  new ApiError('invalid_session_token', { cause: new RefusedCaller(reason, detail) })
const refusedToken = (detail: string): ApiError => refused('TOKEN_INVALID', detail)

const authorization = /^(?:(?:DPoP|Bearer) )?(?<token>[A-Za-z0-9_.-]+)$/i

/** The session token of `Authorization: DPoP|Bearer <token>` or of the bare token. */
export const tokenOf = (request: FastifyRequest): string | null => {
  const header = request.headers.authorization
  if (header === undefined || header === '') return null
  const token = authorization.exec(header)?.groups?.token
  if (token === undefined) throw refusedToken('not a token in the Authorization header')
  return token
}

/** An actor with what is known of the person behind; of an application nobody is. */
interface Known {
  readonly actor: Actor
  readonly user: Principal['user']
}

/** @throws invalid_session_token for one that is gone, account_locked for one that is shut out */
const knownOf = (principal: Principal, address: string | null): Known => {
  const { user, application, support } = principal
  const isGone = user === null && application === null && support === null
  if (isGone) throw new ApiError('invalid_session_token')
  const actor = actorOf(principal)
  if (actor === null) throw new ApiError('account_locked')
  if (application !== null && !isCallableFrom(application.addresses, address)) {
    throw refused('ADDRESS_NOT_ALLOWED', `application ${application.id}`)
  }
  return { actor, user }
}

interface Presented {
  readonly token: string
  /** Thumbprint of the key of a valid DPoP proof; null without one. */
  readonly thumbprint: string | null
  /** Where the call comes from. */
  readonly address: string | null
}

const claimsOf = async (
  platform: Platform,
  tenant: Tenant,
  token: string,
): Promise<SessionClaims> => {
  const keys = await platform.keyRing.keysOf(tenant.id, 'session')
  const claims = verifySessionToken(token, keys)
  if (typeof claims === 'string') throw refusedToken(claims)
  if (claims.tid !== tenant.id) throw refusedToken('issued by another tenant')
  const isOver = claims.exp * 1000 <= platform.clock.now().getTime()
  if (isOver) throw new ApiError('expired_session_token')
  return claims
}

/**
 * Sessions of administrators end when the installation says so, whatever the tenant allows: also one
 * that was opened before the role was given.
 */
const isOverForAdministrators = (
  { config, clock }: Platform,
  { session, user, rights }: Principal,
  { iat }: SessionClaims,
): boolean => {
  if (user === null || session.kind !== 'web' || !sessionTimes.administers(rights)) return false
  const now = clock.now().getTime()
  const idleEnd = iat * 1000 + config.sessionIdleMillis
  const end = session.authenticated_at.getTime() + config.sessionAbsoluteMillis
  return now >= Math.min(idleEnd, end)
}

/**
 * Who holds this token. The row behind it is read on each request: a revocation holds at once on
 * every node. A token bound to a key is refused without that key's proof, under any scheme.
 * @throws invalid_session_token, expired_session_token, account_locked
 */
export const readActor = async (
  platform: Platform,
  tenant: Tenant,
  { token, thumbprint, address }: Presented,
): Promise<Known> => {
  const claims = await claimsOf(platform, tenant, token)
  const boundTo = claims.cnf?.jkt ?? null
  if (boundTo !== null && boundTo !== thumbprint) {
    const isMissing = thumbprint === null
    throw refused('PROOF_INVALID', isMissing ? 'no proof came' : 'made with another key')
  }
  const db = platform.database.forTenant(tenant.id)
  const principal = await readPrincipal(db, tenant.id, claims.sid)
  if (principal === null || !isOpen(principal.session, platform.clock.now())) {
    throw new ApiError('invalid_session_token')
  }
  if (principal.session.key_thumbprint !== boundTo) throw new ApiError('invalid_session_token')
  if (isOverForAdministrators(platform, principal, claims)) {
    throw new ApiError('expired_session_token')
  }
  return knownOf(principal, address)
}
