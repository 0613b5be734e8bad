import type { Context } from '../../kit/context.ts'
import type { OpenSession } from '../../modules/access/sign-in/index.ts'
import { accountOf } from '../oidc/claims/account-claims.ts'
import { navigationCookie, readOpenSession } from '../oidc/sessions.ts'

/** The session of a browser, and whose it is. */
export interface Present {
  readonly id: string
  readonly userId: string
  readonly userName: string
  readonly acr: string | null
  readonly amr: readonly string[]
  readonly authenticatedAt: Date
  readonly expiresAt: Date
  /** As applications judge it. */
  readonly open: OpenSession
}

/** The open session of this browser; null without one, or when its user may not sign in. */
export const openSessionOf = async (ctx: Context): Promise<Present | null> => {
  const cookie = navigationCookie(ctx)
  return cookie === null ? null : presentBy(ctx, cookie)
}

/** The open session that a navigation cookie is of; null for none. */
export const presentBy = async (ctx: Context, cookie: string): Promise<Present | null> => {
  const row = await readOpenSession(ctx, cookie)
  const account = row === undefined ? null : accountOf(row)
  if (row === undefined || account === null) return null
  return {
    id: row.session,
    userId: row.id,
    userName: account.name,
    acr: row.acr,
    amr: row.amr,
    authenticatedAt: row.authenticated_at,
    expiresAt: row.expires_at,
    open: {
      id: row.session,
      userId: row.id,
      userName: account.name,
      deviceId: row.device_id,
      acr: row.acr,
      proofs: row.proofs,
    },
  }
}
