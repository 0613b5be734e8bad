import { type CompiledQuery, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { type Parameter, prepared } from '../../kit/prepared.ts'
import { sessionTimes } from '../../modules/settings/families/index.ts'
import { cookieName } from '../../modules/tenancy/tenants/index.ts'
import { accountColumns } from './claims/accounts.repository.ts'
import { rememberAccount } from './claims/accounts.ts'
import { hashOf, type Payload } from './tokens.repository.ts'
import { type SessionChange, type UnitOfWork, unitOfWork } from './unit-of-work.ts'

interface WantedSession {
  readonly tenantId: string
  readonly cookieHash: Buffer
  readonly now: Date
}

const openSession = prepared((db, p: Parameter<WantedSession>) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 's.tenant_id').onRef('u.id', '=', 's.user_id'),
    )
    .select(accountColumns)
    .select([
      's.id as session',
      's.authenticated_at',
      's.created_at',
      's.expires_at',
      's.acr',
      's.amr',
      's.device_id',
      's.proofs',
      's.oidc',
    ])
    .where('s.tenant_id', '=', p('tenantId'))
    .where('s.cookie_hash', '=', p('cookieHash'))
    .where('s.revoked_at', 'is', null)
    .where('s.token_expires_at', '>', p('now'))
    .where('s.expires_at', '>', p('now'))
    .compile(),
)

/** The navigation cookie's value; null without one. Any other name may be another host's doing. */
export const navigationCookie = ({ tenant, request }: Context): string | null => {
  const value = request.cookies(cookieName(tenant))
  return value !== null && /^[\w-]{20,100}$/.test(value) ? value : null
}

/** The open session of a navigation cookie, with its user. */
export const readOpenSession = async ({ db, tenant, platform }: Context, cookie: string) => {
  const wanted = { tenantId: tenant.id, cookieHash: hashOf(cookie), now: platform.clock.now() }
  return (await db.executeQuery(openSession(wanted))).rows[0]
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)

/**
 * The library's session is the product's: found by the navigation cookie, so that ending the one
 * ends the other.
 */
export const findSession = async (cookie: string): Promise<Payload | undefined> => {
  const unit = unitOfWork()
  const row = await readOpenSession(unit.ctx, cookie)
  if (row === undefined) return undefined
  rememberAccount(row)
  if (!unit.accounts.has(row.id)) return undefined
  unit.sessionIds.set(cookie, row.session)
  unit.session = {
    accountId: row.id,
    authenticatedAt: row.authenticated_at,
    amr: row.amr,
    open: {
      id: row.session,
      userId: row.id,
      userName: row.user_id ?? '',
      deviceId: row.device_id,
      acr: row.acr,
      proofs: row.proofs,
    },
  }
  return {
    ...row.oidc,
    kind: 'Session',
    jti: cookie,
    uid: row.session,
    accountId: row.id,
    loginTs: seconds(row.authenticated_at),
    iat: seconds(row.created_at),
    exp: seconds(row.expires_at),
    amr: row.amr,
    ...(row.acr === null ? {} : { acr: row.acr }),
  }
}

/** Only sessions that have a row are kept: an anonymous visitor leaves nothing behind. */
export const saveSession = (cookie: string, payload: Payload): void => {
  const unit = unitOfWork()
  const { uid } = payload
  if (typeof uid !== 'string' || ![...unit.sessionIds.values()].includes(uid)) return
  unit.sessionChanges.set(uid, { next: { cookie, payload } })
}

/** Ends the session, unless a new cookie value for the same row follows (rotation). */
export const endSession = (cookie: string): void => {
  const { sessionIds, sessionChanges } = unitOfWork()
  const uid = sessionIds.get(cookie)
  if (uid !== undefined && !sessionChanges.has(uid)) sessionChanges.set(uid, { next: null })
}

/** The library tells its applications, and `leaveEverywhere` those of other protocols. */
const sessionEnd = prepared((db, p: Parameter<{ tenantId: string; id: string; now: Date }>) =>
  db
    .updateTable('sessions')
    .where('tenant_id', '=', p('tenantId'))
    .where('id', '=', p('id'))
    .set({ revoked_at: p('now'), untold: false })
    .compile(),
)

/** Ends a session that an application has asked to end: those that it has opened are told of it here. */
export const endOpenSession = async (
  { db, tenant, platform }: Context,
  id: string,
): Promise<void> => {
  await db.executeQuery(sessionEnd({ tenantId: tenant.id, id, now: platform.clock.now() }))
}

interface RotatedSession {
  readonly tenantId: string
  readonly id: string
  readonly cookieHash: Buffer
  readonly oidc: string
  readonly now: Date
  readonly idleUntil: Date
  readonly strictUntil: Date
  /** Whether it has opened an application by then. */
  readonly untold: boolean
}

/** Whoever goes to an application is not idle. */
const sessionRotation = prepared((db, p: Parameter<RotatedSession>) =>
  db
    .updateTable('sessions')
    .where('tenant_id', '=', p('tenantId'))
    .where('id', '=', p('id'))
    .set({
      cookie_hash: p('cookieHash'),
      oidc: p('oidc'),
      untold: sql<boolean>`untold or ${p('untold')}::boolean`,
      last_seen_at: p('now'),
      token_expires_at: sessionTimes.idleEndOf(p('idleUntil'), p('strictUntil')),
    })
    .compile(),
)

const statementOf = ({ ctx }: UnitOfWork, id: string, { next }: SessionChange): CompiledQuery => {
  const tenantId = ctx.tenant.id
  const now = ctx.platform.clock.now()
  if (next === null) return sessionEnd({ tenantId, id, now })
  const { authorizations, state } = next.payload
  return sessionRotation({
    tenantId,
    id,
    cookieHash: hashOf(next.cookie),
    oidc: JSON.stringify({ authorizations, ...(state === undefined ? {} : { state }) }),
    now,
    untold: Object.keys(authorizations ?? {}).length > 0,
    ...sessionTimes.idleEnds(ctx, now),
  })
}

export const sessionStatements = (unit: UnitOfWork): CompiledQuery[] =>
  [...unit.sessionChanges].map(([id, change]) => statementOf(unit, id, change))
