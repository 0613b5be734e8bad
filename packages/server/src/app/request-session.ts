import type { FastifyRequest } from 'fastify'
import type { Actor, Tenant } from '../kit/context.ts'
import { ApiError } from '../kit/errors.ts'
import { type Principal, readPrincipal } from '../modules/identity/principals/index.ts'
import {
  isOpen,
  type SessionClaims,
  verifySessionToken,
} from '../modules/tenancy/sessions/index.ts'
import type { Platform } from '../platform/platform.ts'

const authorization = /^(?:(?:DPoP|Bearer) )?(?<token>[A-Za-z0-9_.-]+)$/i

/** The session token of `Authorization: DPoP|Bearer <token>` or of the bare token. */
export const tokenOf = (request: FastifyRequest): string | null => {
  const header = request.headers.authorization
  if (header === undefined || header === '') return null
  const token = authorization.exec(header)?.groups?.token
  if (token === undefined) throw new ApiError('invalid_session_token')
  return token
}

type User = NonNullable<Principal['user']>

/** An actor with what is known of the person behind. */
interface Known {
  readonly actor: Actor
  readonly user: User
}

const knownOf = ({ session, user, rights }: Principal): Known => {
  if (user === null) throw new ApiError('invalid_session_token')
  if (user.locked || user.state === 'INACTIVE') throw new ApiError('account_locked')
  const actor = {
    kind: 'user',
    id: user.id,
    name: user.userId,
    sessionId: session.id,
    stepUpExpiresAt: session.step_up_expires_at,
    authenticatedAt: session.authenticated_at,
    ...rights,
  } as const
  return { actor, user }
}

interface Presented {
  readonly token: string
  /** Thumbprint of the key of a valid DPoP proof; null without one. */
  readonly thumbprint: string | null
}

const claimsOf = async (
  platform: Platform,
  tenant: Tenant,
  token: string,
): Promise<SessionClaims> => {
  const keys = await platform.keyRing.keysOf(tenant.id, 'session')
  const claims = verifySessionToken(token, keys)
  if (claims === null || claims.tid !== tenant.id) throw new ApiError('invalid_session_token')
  const isOver = claims.exp * 1000 <= platform.clock.now().getTime()
  if (isOver) throw new ApiError('expired_session_token')
  return claims
}

/**
 * Who holds this token. The row behind it is read on each request: a revocation holds at once on
 * every node. A token bound to a key is refused without that key's proof, under any scheme.
 * @throws invalid_session_token, expired_session_token, account_locked
 */
export const readActor = async (
  platform: Platform,
  tenant: Tenant,
  { token, thumbprint }: Presented,
): Promise<Known> => {
  const claims = await claimsOf(platform, tenant, token)
  const boundTo = claims.cnf?.jkt ?? null
  if (boundTo !== null && boundTo !== thumbprint) throw new ApiError('invalid_session_token')
  const db = platform.database.forTenant(tenant.id)
  const principal = await readPrincipal(db, tenant.id, claims.sid)
  if (principal === null || !isOpen(principal.session, platform.clock.now())) {
    throw new ApiError('invalid_session_token')
  }
  if (principal.session.key_thumbprint !== boundTo) throw new ApiError('invalid_session_token')
  return knownOf(principal)
}
