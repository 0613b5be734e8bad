import type { Selectable } from 'kysely'
import type { TenantDb } from '../../../platform/db/database.ts'
import type { SessionRow } from '../../../platform/db/schema/tenancy.ts'

export type Session = Selectable<SessionRow>

export const insertSession = async (db: TenantDb, session: Session): Promise<void> => {
  await db
    .insertInto('sessions')
    .values({ ...session, amr: JSON.stringify(session.amr), oidc: JSON.stringify(session.oidc) })
    .execute()
}

export const findSession = (
  db: TenantDb,
  tenantId: string,
  id: string,
): Promise<Session | undefined> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()

export const listOpenSessions = (
  db: TenantDb,
  { tenantId, userId, now }: { tenantId: string; userId: string; now: Date },
): Promise<Session[]> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('token_expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .limit(200)
    .execute()

interface RenewedToken {
  readonly id: string
  readonly issuedAt: Date
  readonly expiresAt: Date
}

export const moveToken = async (
  db: TenantDb,
  tenantId: string,
  token: RenewedToken,
): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({
      token_issued_at: token.issuedAt,
      token_expires_at: token.expiresAt,
      last_seen_at: token.issuedAt,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', token.id)
    .execute()
}

interface ProvenAgain extends RenewedToken {
  readonly stepUpExpiresAt: Date
}

/** A factor was proven again: the step-up lasts until then, and the token is renewed. */
export const moveProof = async (
  db: TenantDb,
  tenantId: string,
  proof: ProvenAgain,
): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({
      step_up_expires_at: proof.stepUpExpiresAt,
      token_issued_at: proof.issuedAt,
      token_expires_at: proof.expiresAt,
      last_seen_at: proof.issuedAt,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', proof.id)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends one open session of a user; the number of rows ended. */
export const revokeSession = async (
  db: TenantDb,
  { tenantId, id, userId, now }: { tenantId: string; id: string; userId: string; now: Date },
): Promise<number> => {
  const result = await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

interface Ending {
  readonly tenantId: string
  readonly userId: string
  readonly now: Date
  /** The one session that stays; null for none. */
  readonly except: string | null
}

/** Ends every session of a user, also those that ran out, with the tokens that came of them. */
export const revokeSessionsOf = async (
  db: TenantDb,
  { tenantId, userId, now, except }: Ending,
): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now, revoked_everywhere: true })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('revoked_everywhere', '=', false)
    .$if(except !== null, (query) => query.where('id', '<>', except ?? ''))
    .execute()
}
