import { type CompiledQuery, type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { statement } from '../../../kit/statement.ts'
import type { TenantDb } from '../../../platform/db/database.ts'
import type { SessionRow } from '../../../platform/db/schema/tenancy.ts'

export type Session = Selectable<SessionRow>

const columns = [
  'tenant_id',
  'id',
  'user_id',
  'application_id',
  'kind',
  'key_thumbprint',
  'cookie_hash',
  'organization_id',
  'acr',
  'amr',
  'device_id',
  'address',
  'user_agent',
  'created_at',
  'authenticated_at',
  'step_up_expires_at',
  'last_seen_at',
  'token_issued_at',
  'token_expires_at',
  'expires_at',
  'revoked_at',
  'revoked_everywhere',
  'oidc',
  'proofs',
  'untold',
] as const satisfies readonly (keyof Session)[]

const insert = statement<Readonly<Record<keyof Session, unknown>>>(
  `insert into sessions (${columns.join(', ')})
  values (${columns.map((column) => `:${column}`).join(', ')})`,
)

/** The write of a new session. */
export const insertSession = (session: Session): CompiledQuery => {
  const { amr, oidc, proofs } = session
  return insert({
    ...session,
    amr: JSON.stringify(amr),
    oidc: JSON.stringify(oidc),
    proofs: JSON.stringify(proofs),
  })
}

const byId = statement<{ tenant: string; id: string }, Session>(
  'select * from sessions where tenant_id = :tenant::uuid and id = :id::uuid',
)

/** A session whatever has become of it, for a read among others. */
export const sessionQuery = (ctx: Context, id: string): CompiledQuery<Session> =>
  byId({ tenant: ctx.tenant.id, id })

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
  readonly stepUpExpiresAt: Date | null
  readonly proofs: Session['proofs']
}

const provenAgain = statement<
  Omit<ProvenAgain, 'proofs'> & { readonly tenant: string; readonly proofs: string }
>(`
  update sessions set step_up_expires_at = :stepUpExpiresAt, token_issued_at = :issuedAt,
    token_expires_at = :expiresAt, last_seen_at = :issuedAt, proofs = :proofs::jsonb
  where tenant_id = :tenant::uuid and id = :id::uuid and revoked_at is null`)

/** A factor was proven again: the step-up lasts until then, and the token is renewed. */
export const moveProof = (ctx: Context, proof: ProvenAgain): CompiledQuery =>
  provenAgain({ ...proof, proofs: JSON.stringify(proof.proofs), tenant: ctx.tenant.id })

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

/** Ends one session of a provider under a support grant. */
export const revokeSupportSession = async (
  db: TenantDb,
  { tenantId, id, now }: { tenantId: string; id: string; now: Date },
): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now, revoked_everywhere: true })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('kind', '=', 'support')
    .execute()
}

interface Ending {
  readonly tenantId: string
  readonly ids: readonly string[]
  readonly now: Date
  /** The one session that stays; null for none. */
  readonly except: string | null
  /** The one session that ends; null for all of them. */
  readonly only: string | null
}

/** Ends every session of users, also those that ran out, with the tokens that came of them. */
export const revokeSessionsOf = async (
  db: TenantDb,
  { tenantId, ids, now, except, only }: Ending,
): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now, revoked_everywhere: true })
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`user_id = any (${ids}::uuid[])`)
    .where('revoked_everywhere', '=', false)
    .$if(except !== null, (query) => query.where('id', '<>', except ?? ''))
    .$if(only !== null, (query) => query.where('id', '=', only ?? ''))
    .execute()
}

/** Ends every session of a tenant, with the tokens that came of them. */
export const revokeAllSessions = async (
  db: TenantDb,
  { tenantId, now }: { readonly tenantId: string; readonly now: Date },
): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now, revoked_everywhere: true })
    .where('tenant_id', '=', tenantId)
    .where('revoked_everywhere', '=', false)
    .execute()
}

export const revokeSessionsOfApplications = async (
  db: TenantDb,
  { tenantId, ids, now }: Ending,
): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now, revoked_everywhere: true })
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`application_id = any (${ids}::uuid[])`)
    .where('user_id', 'is', null)
    .where('revoked_everywhere', '=', false)
    .execute()
}
