import { isAuthenticated } from '@signet/rules/sessions'
import { type AuthenticatedSession, deleteSession, readStored } from './stored.ts'
import { isSupportTab } from './support-tab.ts'

/** No session is stored (product: console, section 4). */
export class NotAuthenticated extends Error {
  /** The product's word for it (product: API, section 8). */
  readonly type = 'not_logged_in'

  constructor() {
    super('not authenticated')
    this.name = 'NotAuthenticated'
  }
}

/** The stored session has ended. */
export class SessionExpired extends Error {
  readonly type = 'expired_session'

  constructor() {
    super('session expired')
    this.name = 'SessionExpired'
  }
}

interface SessionLife {
  readonly session: AuthenticatedSession
  /** Milliseconds from issue to expiry. */
  readonly lengthMs: number
  readonly remainingMs: number
  /** Ends at its time, at work or not: it cannot be renewed. */
  readonly isFixed: boolean
}

/**
 * The stored session and what is left of it, counted from when it came: the server's clock and the
 * visitor's may differ. Null without a session. Deletes nothing.
 */
export const sessionLife = (now: number): SessionLife | null => {
  const { session, receivedAt } = readStored()
  if (session === null || !isAuthenticated(session)) return null
  const lengthMs = session.jwt.expires - session.jwt.time
  const remainingMs = lengthMs - (now - receivedAt)
  return { session, lengthMs, remainingMs, isFixed: isSupportTab() }
}

/**
 * The session token. Reading it after its expiry deletes it.
 * @throws NotAuthenticated without a session
 * @throws SessionExpired after its expiry
 */
export const readToken = (now: number = Date.now()): string => {
  const life = sessionLife(now)
  if (life === null) throw new NotAuthenticated()
  if (life.remainingMs <= 0) {
    deleteSession()
    throw new SessionExpired()
  }
  return life.session.jwt.token
}
