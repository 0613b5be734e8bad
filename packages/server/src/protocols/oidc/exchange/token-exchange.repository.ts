import type { CompiledQuery } from 'kysely'
import { statement } from '../../../kit/statement.ts'
import type { Payload } from '../tokens.repository.ts'

interface NewToken {
  readonly id: Buffer
  readonly payload: Payload
  readonly expiresAt: Date
}

interface Exchange {
  readonly tenantId: string
  /** The code or refresh token that is used up. */
  readonly used: Buffer
  /** What a repeat of the request is told, sealed. */
  readonly answer: Buffer | null
  readonly now: Date
  readonly access: NewToken
  readonly refresh: NewToken
}

/** New tokens stand where the used one stood: same grant, client, user, and session. */
const exchange = statement<Readonly<Record<string, unknown>>, { readonly made: string }>(`
  with used as (
    update oidc_tokens set consumed_at = :now::timestamptz, answer = :answer::bytea
    where tenant_id = :tenant::uuid and id = :used::bytea and consumed_at is null
    returning grant_id, client_id, user_id, outlives_session)
  insert into oidc_tokens (tenant_id, id, kind, grant_id, client_id, user_id, outlives_session,
    payload, expires_at)
  select :tenant::uuid, made.id, made.kind, used.grant_id, used.client_id, used.user_id,
    used.outlives_session, made.payload, made.expires_at
  from used cross join (values
    (:access::bytea, 'AccessToken', :access_payload::jsonb, :access_end::timestamptz),
    (:refresh::bytea, 'RefreshToken', :refresh_payload::jsonb, :refresh_end::timestamptz)
  ) as made (id, kind, payload, expires_at)
  returning kind as made`)

/** Uses a token up and stores those that come of it; no row when another request was first. */
export const exchangeToken = (wanted: Exchange): CompiledQuery<{ readonly made: string }> => {
  const { access, refresh } = wanted
  return exchange({
    tenant: wanted.tenantId,
    used: wanted.used,
    answer: wanted.answer,
    now: wanted.now,
    access: access.id,
    access_payload: JSON.stringify(access.payload),
    access_end: access.expiresAt,
    refresh: refresh.id,
    refresh_payload: JSON.stringify(refresh.payload),
    refresh_end: refresh.expiresAt,
  })
}
