import type { AuthenticationSession } from '@signet/contract/tenancy/sessions'
import type { CompiledQuery } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, type SupportActor, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { type CookieChange, WithCookie } from '../../../kit/routes.ts'
import { newSecret } from '../../../platform/secrets/new-secret.ts'
import { signSessionToken } from './session-token.ts'
import {
  findSession,
  insertSession,
  listOpenSessions,
  moveProof,
  moveToken,
  revokeAllSessions,
  revokeSession,
  revokeSessionsOf,
  revokeSessionsOfApplications,
  revokeSupportSession,
  type Session,
} from './sessions.repository.ts'

type WireSession = z.input<typeof AuthenticationSession>

interface NewSession {
  /** Null for the session of an application itself. */
  readonly userId: string | null
  /** The user id people type, for the token's subject and the audit. */
  readonly userName: string
  readonly kind: Session['kind']
  /** RFC 8176 method references of the proven factors. */
  readonly amr: readonly string[]
  readonly acr: string | null
  /** What it stands on; nothing where that is left out. */
  readonly proofs?: Session['proofs']
  readonly deviceId: string | null
  readonly keyThumbprint: string | null
  readonly applicationId?: string | null
  /** As the installation has it unless given. */
  readonly lives?: SessionLives
}

/** How long sessions last: without use, and at most. */
interface SessionLives {
  readonly idleMillis: number
  readonly absoluteMillis: number
}

interface StartedSession {
  readonly session: WireSession
  /** For navigations: `WithCookie(answer, cookie)`. */
  readonly cookie: CookieChange
  readonly sessionId: string
}

/** The token's life is the idle time: an idle browser does not renew. */
const tokenEnd = ({ idleMillis }: SessionLives, now: Date, absolute: Date): Date =>
  new Date(Math.min(now.getTime() + idleMillis, absolute.getTime()))

const livesOf = (
  { platform: { config } }: Context,
  { lives }: { readonly lives?: SessionLives },
): SessionLives =>
  lives ?? { idleMillis: config.sessionIdleMillis, absoluteMillis: config.sessionAbsoluteMillis }

const cut = (text: string | null): string | null => text?.slice(0, 255) ?? null

const rowOf = (ctx: Context, wanted: NewSession, cookieHash: Buffer): Session => {
  const now = ctx.platform.clock.now()
  const lives = livesOf(ctx, wanted)
  const absolute = new Date(now.getTime() + lives.absoluteMillis)
  return {
    tenant_id: ctx.tenant.id,
    id: ctx.platform.ids.uuid(),
    user_id: wanted.userId,
    application_id: wanted.applicationId ?? null,
    kind: wanted.kind,
    key_thumbprint: wanted.keyThumbprint,
    cookie_hash: cookieHash,
    organization_id: null,
    acr: wanted.acr,
    amr: [...wanted.amr],
    device_id: wanted.deviceId,
    address: ctx.request.address,
    user_agent: cut(ctx.request.userAgent),
    created_at: now,
    authenticated_at: now,
    step_up_expires_at: null,
    last_seen_at: now,
    token_issued_at: now,
    token_expires_at: tokenEnd(lives, now, absolute),
    expires_at: absolute,
    revoked_at: null,
    revoked_everywhere: false,
    oidc: {},
    proofs: wanted.proofs ?? [],
    untold: false,
  }
}

/** Signs the token of a session's present state. */
const present = async (ctx: Context, session: Session): Promise<WireSession> => {
  const key = (await ctx.platform.keyRing.keysOf(ctx.tenant.id, 'session')).find(
    ({ active }) => active,
  )
  if (key === undefined) throw new Error(`tenant ${ctx.tenant.id} has no session key`)
  const time = session.token_issued_at.getTime()
  const expires = session.token_expires_at.getTime()
  const subject = session.user_id ?? session.application_id ?? session.id
  const token = signSessionToken(key, {
    iss: ctx.tenant.publicUrl,
    sub: subject,
    sid: session.id,
    tid: ctx.tenant.id,
    iat: Math.floor(time / 1000),
    exp: Math.floor(expires / 1000),
    ...(session.key_thumbprint === null ? {} : { cnf: { jkt: session.key_thumbprint } }),
  })
  const stepUpAuthExpiry = session.step_up_expires_at?.getTime() ?? 0
  return {
    jwt: { token, userId: subject, time, expires, stepUpAuthExpiry },
    startTime: session.created_at.getTime(),
    expiryTime: expires,
    isAuthenticatedJwt: true,
    machineNonce: null,
    sequenceNonce: null,
    organizationId: session.organization_id,
    updateProfile: false,
    isStepAuth: stepUpAuthExpiry > time,
    usedSmartLogin: false,
    idpAuthenticationFailed: false,
    stepUpAuthExpiry,
  }
}

/** Opens a session; call it inside the transaction that stores the evidence. */
export const startSession = async (ctx: Context, wanted: NewSession): Promise<StartedSession> => {
  const { secret, hash } = newSecret(ctx)
  const row = rowOf(ctx, wanted, hash)
  const session = await present(ctx, row)
  await ctx.db.executeQuery(insertSession(row))
  return { session, cookie: { value: secret, expiresAt: row.expires_at }, sessionId: row.id }
}

export const isOpen = (
  session: Pick<Session, 'revoked_at' | 'token_expires_at' | 'expires_at'>,
  now: Date,
): boolean =>
  session.revoked_at === null && session.token_expires_at > now && session.expires_at > now

/** A session that is open; null for any other. */
const readSession = async (ctx: Context, id: string): Promise<Session | null> => {
  const session = await findSession(ctx.db, ctx.tenant.id, id)
  return session !== undefined && isOpen(session, ctx.platform.clock.now()) ? session : null
}

/** @throws expired_session_token past the absolute end or after revocation */
export const renew = async (ctx: Context, lives: SessionLives): Promise<WireSession> => {
  const session = await readSession(ctx, signedInUser(ctx).sessionId)
  if (session === null) throw new ApiError('expired_session_token')
  const now = ctx.platform.clock.now()
  const moved = {
    ...session,
    token_issued_at: now,
    token_expires_at: tokenEnd(lives, now, session.expires_at),
  }
  await moveToken(ctx.db, ctx.tenant.id, {
    id: session.id,
    issuedAt: now,
    expiresAt: moved.token_expires_at,
  })
  return present(ctx, moved)
}

interface Again {
  /** Until when a factor counts as just proven. */
  readonly stepUpExpiresAt: Date | null
  readonly lives: SessionLives
  readonly proofs: Session['proofs']
}

/** Those of the sign-in, and the newest of each kind afterwards: as many as there are kinds. */
const withProofs = (before: Session['proofs'], proven: Session['proofs']): Session['proofs'] => [
  ...before.filter(
    (old) =>
      old.step < 3 || !proven.some(({ authenticator }) => authenticator === old.authenticator),
  ),
  ...proven,
]

/** A session in which a factor was proven again, and the write of it: its row was read by the caller. */
export const proveAgain = async (
  ctx: Context,
  session: Session,
  { stepUpExpiresAt, lives, proofs: proven }: Again,
): Promise<{ readonly session: WireSession; readonly write: CompiledQuery }> => {
  const now = ctx.platform.clock.now()
  const expiresAt = tokenEnd(lives, now, session.expires_at)
  const proofs = withProofs(session.proofs, proven)
  const moving = { id: session.id, issuedAt: now, expiresAt, stepUpExpiresAt, proofs }
  const write = moveProof(ctx, moving)
  const moved = {
    ...session,
    proofs,
    step_up_expires_at: stepUpExpiresAt,
    token_issued_at: now,
    token_expires_at: expiresAt,
  }
  return { session: await present(ctx, moved), write }
}

export const listOwn = async (ctx: Context) => {
  const user = signedInUser(ctx)
  const now = ctx.platform.clock.now()
  const sessions = await listOpenSessions(ctx.db, { tenantId: ctx.tenant.id, userId: user.id, now })
  return sessions.flatMap(({ kind, ...session }) =>
    // Those of a provider that helps are of no user.
    kind === 'support'
      ? []
      : [
          {
            id: session.id,
            current: session.id === user.sessionId,
            kind,
            address: session.address,
            userAgent: session.user_agent,
            createdAt: session.created_at,
            lastSeenAt: session.last_seen_at,
            expiresAt: session.expires_at,
            amr: session.amr,
          },
        ],
  )
}

/** @throws not_found for another's session */
export const endOwn = (ctx: Context, id: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const user = signedInUser(ctx)
    const now = ctx.platform.clock.now()
    const ended = await revokeSession(ctx.db, { tenantId: ctx.tenant.id, id, userId: user.id, now })
    if (ended === 0) throw new ApiError('not_found')
    audit(ctx, 'SESSION_ENDED', {
      subject: { entity: 'USERS', id: user.id, name: user.name },
      attributes: { session: id },
    })
    return undefined
  })

interface EndOptions {
  readonly except?: string
  /** This one alone. */
  readonly only?: string
  /** The ids are of applications: the sessions they have in their own names. */
  readonly of?: 'applications'
}

/** Ends every open session of a user; part of the caller's transaction. */
export const endSessionsOf = async (
  ctx: Context,
  ids: string | readonly string[],
  options: EndOptions = {},
): Promise<void> => {
  const ending = {
    tenantId: ctx.tenant.id,
    ids: typeof ids === 'string' ? [ids] : ids,
    now: ctx.platform.clock.now(),
    except: options.except ?? null,
    only: options.only ?? null,
  }
  await (options.of === 'applications'
    ? revokeSessionsOfApplications(ctx.db, ending)
    : revokeSessionsOf(ctx.db, ending))
}

/** Ends every session of the tenant; part of the caller's transaction. */
export const endAllSessions = ({ db, tenant, platform }: Context): Promise<void> =>
  revokeAllSessions(db, { tenantId: tenant.id, now: platform.clock.now() })

const withoutCookie = { value: null, expiresAt: null } as const

export const endAllOwn = (ctx: Context) =>
  ctx.transaction(async (ctx) => {
    const user = signedInUser(ctx)
    await endSessionsOf(ctx, user.id)
    audit(ctx, 'SESSIONS_ENDED', { subject: { entity: 'USERS', id: user.id, name: user.name } })
    return new WithCookie(undefined, withoutCookie)
  })

/** Ends this session of a provider; others under the same grant stay. */
const leaveSupport = (ctx: Context, { id, name, sessionId }: SupportActor) =>
  ctx.transaction(async (ctx) => {
    const now = ctx.platform.clock.now()
    await revokeSupportSession(ctx.db, { tenantId: ctx.tenant.id, id: sessionId, now })
    audit(ctx, 'SESSION_ENDED', {
      subject: { entity: 'SUPPORTGRANTS', id, name },
      attributes: { session: sessionId },
    })
    return undefined
  })

/** A provider that leaves has no cookie: one in its browser is of a user. */
export const logout = async (ctx: Context) => {
  if (ctx.actor.kind === 'support') return leaveSupport(ctx, ctx.actor)
  await endOwn(ctx, signedInUser(ctx).sessionId)
  return new WithCookie(undefined, withoutCookie)
}
