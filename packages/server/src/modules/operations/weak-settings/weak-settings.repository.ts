import type { Context } from '../../../kit/context.ts'
import { statement } from '../../../kit/statement.ts'

export interface StoredObject {
  readonly kind: string
  readonly id: string
  readonly name: string
  /** What the audit log calls it. */
  readonly entity_id: string
  readonly values: Readonly<Record<string, unknown>>
}

const ofTenant = 'tenant_id = :tenant::uuid'

/** What administrators have set and set up, with its values by the names of the contract. */
const stored = statement<{ readonly tenant: string }, StoredObject>(`
  select 'SETTINGS' as kind, family as id, family as name, family as entity_id, value as values
    from settings where ${ofTenant}
  union all
  select 'GROUP_POLICY', id::text, name, id::text, settings from group_policies where ${ofTenant}
  union all
  select 'OIDC_APPLICATION', id::text, name, client_id, protection || device || jsonb_build_object(
      'applicationType', application_type,
      'tokenEndpointAuthMethod', auth_method,
      'accessTokenFormat', access_token_format,
      'accessTokenTtlSeconds', access_token_ttl_seconds,
      'refreshTokenTtlSeconds', refresh_token_ttl_seconds,
      'redirectUris', redirect_uris,
      'postLogoutRedirectUris', post_logout_redirect_uris,
      'jwksUri', jwks_uri)
    from oidc_applications where ${ofTenant}
  union all
  select 'SAML_APPLICATION', id::text, name, id::text, settings
    from saml_applications where ${ofTenant}
  union all
  select 'RADIUS_APPLICATION', id::text, name, id::text, settings
    from radius_applications where ${ofTenant}
  union all
  select 'API_APPLICATION', id::text, name, id::text, jsonb_build_object(
      'applicationType', application_type,
      'tokenTtlSeconds', token_ttl_seconds,
      'authenticationMethod', authentication_method)
    from api_applications where ${ofTenant}
  union all
  select 'SYSLOG_APPLICATION', id::text, name, id::text, jsonb_build_object('security', security)
    from syslog_applications where ${ofTenant}
  union all
  select 'RESOURCE_API', id::text, name, id::text,
      jsonb_build_object('accessTokenTtlSeconds', access_token_ttl_seconds)
    from resource_apis where ${ofTenant}
  union all
  select case protocol when 'oidc' then 'OIDC_IDENTITY_PROVIDER' else 'SAML_IDENTITY_PROVIDER' end,
      id::text, name, id::text, definition || jsonb_build_object('issuer', issuer)
    from identity_providers where ${ofTenant}
  union all
  select 'AUTHENTICATION_FLOW', id::text, name, id::text, jsonb_build_object(
      'secondFactor', second_factor, 'skipSecondFactor', skip_second_factor)
    from authentication_flows where ${ofTenant} and (is_default or not system)
  union all
  select 'EXTERNAL_DATABASE', id::text, name, id::text,
      jsonb_build_object('security', security, 'readOnly', read_only)
    from external_databases where ${ofTenant}
  union all
  select 'WEBHOOK', id::text, name, id::text, jsonb_build_object('url', url)
    from webhooks where ${ofTenant}
  union all
  select kind, id::text, name, id::text, definition
    from access_definitions where ${ofTenant} and kind in ('RESOURCE_RULE', 'RISK_ENGINE')`)

export const listStored = async ({ db, tenant }: Context): Promise<readonly StoredObject[]> =>
  (await db.executeQuery(stored({ tenant: tenant.id }))).rows

interface Setting {
  /** Which of the values that were asked about, from 1. */
  readonly place: number
  readonly occurred_at: Date
  readonly actor_name: string
}

/** For each value the last event after which it was otherwise than before it. */
const settings = statement<
  {
    readonly tenant: string
    readonly entities: readonly string[]
    readonly paths: readonly string[]
  },
  Setting
>(`
  select w.place::int as place, c.occurred_at, c.actor_name
  from unnest(:entities::text[], :paths::text[]) with ordinality w (entity_id, path, place)
  cross join lateral (
    select e.occurred_at, d.actor_name
    from audit_events e
    join audit_details d on d.tenant_id = e.tenant_id and d.occurred_at = e.occurred_at
      and d.event_id = e.id
    where e.tenant_id = :tenant::uuid and d.tenant_id = :tenant::uuid
      and e.entity_id = w.entity_id and e.outcome = 'SUCCESS'
      and right(e.action, 8) in ('_CREATED', '_UPDATED')
      and d.detail::jsonb -> 'after' #> string_to_array(w.path, '.') is not null
      and d.detail::jsonb -> 'after' #> string_to_array(w.path, '.')
        is distinct from d.detail::jsonb -> 'before' #> string_to_array(w.path, '.')
    order by e.occurred_at desc, e.id desc limit 1) c`)

export interface Place {
  readonly entityId: string
  /** Names with dots between, from the values that an event notes. */
  readonly path: string
}

/** When each value was set and by whom, in the order of the places; undefined where no event says. */
export const listSettings = async (
  { db, tenant }: Context,
  places: readonly Place[],
): Promise<readonly (Setting | undefined)[]> => {
  if (places.length === 0) return []
  const asked = settings({
    tenant: tenant.id,
    entities: places.map(({ entityId }) => entityId),
    paths: places.map(({ path }) => path),
  })
  const { rows } = await db.executeQuery(asked)
  const found = new Map(rows.map((row) => [row.place, row]))
  return places.map((_, at) => found.get(at + 1))
}
