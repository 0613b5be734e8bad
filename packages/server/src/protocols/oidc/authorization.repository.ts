import type { CompiledQuery } from 'kysely'
import { statement } from '../../kit/statement.ts'
import { sessionTimes } from '../../modules/settings/families/index.ts'
import type { Payload } from './tokens.repository.ts'

/** A sign-in to an application: what its session keeps of it, the grant and the code. */
interface Authorization {
  readonly tenantId: string
  readonly sessionId: string
  readonly userId: string
  readonly clientId: string
  readonly now: Date
  /** When the session counts as idle: whoever goes to an application is not. */
  readonly idleUntil: Date
  /** The same of an administrator. */
  readonly strictUntil: Date
  readonly oidc: Payload
  readonly grant: { readonly id: string; readonly payload: Payload; readonly expiresAt: Date }
  readonly code: { readonly id: Buffer; readonly payload: Payload; readonly expiresAt: Date }
}

const authorization = statement<Readonly<Record<string, unknown>>>(`
  with moved as (
    update sessions set oidc = :oidc::jsonb, untold = true, last_seen_at = :now::timestamptz,
      token_expires_at = ${sessionTimes.idleEndText(':idle::timestamptz', ':strict::timestamptz')}
    where tenant_id = :tenant::uuid and id = :session::uuid and revoked_at is null
    returning id),
  granted as (
    insert into oidc_grants (tenant_id, id, user_id, client_id, session_id, payload, expires_at)
    select :tenant::uuid, :grant::text, :user::uuid, :client::text, id, :grant_payload::jsonb,
      :grant_end::timestamptz from moved
    returning id),
  made as (
    insert into oidc_tokens (tenant_id, id, kind, grant_id, client_id, user_id, outlives_session,
      payload, expires_at)
    select :tenant::uuid, :code::bytea, 'AuthorizationCode', id, :client::text, :user::uuid, false,
      :code_payload::jsonb, :code_end::timestamptz from granted
    returning 1)
  select oidc_require((select count(*) from made))`)

/** Fails the whole flush when the session has ended meanwhile. */
export const insertAuthorization = (wanted: Authorization): CompiledQuery => {
  const { grant, code } = wanted
  return authorization({
    tenant: wanted.tenantId,
    session: wanted.sessionId,
    user: wanted.userId,
    client: wanted.clientId,
    now: wanted.now,
    idle: wanted.idleUntil,
    strict: wanted.strictUntil,
    oidc: JSON.stringify(wanted.oidc),
    grant: grant.id,
    grant_payload: JSON.stringify(grant.payload),
    grant_end: grant.expiresAt,
    code: code.id,
    code_payload: JSON.stringify(code.payload),
    code_end: code.expiresAt,
  })
}
