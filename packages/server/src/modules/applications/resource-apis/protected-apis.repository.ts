import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { type Parameter, prepared } from '../../../kit/prepared.ts'

/** An API as a token request meets it. */
export interface ProtectedApi {
  readonly identifier: string
  readonly lives: number
  readonly format: 'jwt' | 'opaque'
  /** Whether this application may ask for it on behalf of people. */
  readonly for_people: boolean
  /** Its scopes; `roles` are names of OAuth roles, one of which a person needs; null: none. */
  readonly scopes: readonly { readonly name: string; readonly roles: readonly string[] | null }[]
  /** What this application may do in its own name; null: nothing at all. */
  readonly own: readonly string[] | null
}

interface Wanted {
  readonly tenantId: string
  readonly identifiers: readonly string[]
  readonly clientId: string
}

const resources = prepared((db, p: Parameter<Wanted>) =>
  sql<ProtectedApi>`
    select a.identifier, a.access_token_ttl_seconds as lives,
      a.access_token_format as format,
      a.application_ids ? c.id::text as for_people,
      coalesce((select jsonb_agg(jsonb_build_object('name', s.name, 'roles', (
          select case when jsonb_array_length(s.oauth_role_ids) = 0 then null
            else coalesce(jsonb_agg(r.name), '[]'::jsonb) end
          from oauth_roles r where r.tenant_id = s.tenant_id
            and s.oauth_role_ids ? r.id::text)) order by s.name)
        from resource_scopes s where s.tenant_id = a.tenant_id and s.api_id = a.id),
        '[]'::jsonb) as scopes,
      (select coalesce((select jsonb_agg(s.name order by s.name) from resource_scopes s
          where s.tenant_id = g.tenant_id and s.api_id = g.api_id
            and g.scope_ids ? s.id::text), '[]'::jsonb)
        from client_credentials_grants g
        where g.tenant_id = a.tenant_id and g.api_id = a.id and g.application_id = c.id) as own
    from resource_apis a
    join oidc_applications c on c.tenant_id = a.tenant_id and c.client_id = ${p('clientId')}
    where a.tenant_id = ${p('tenantId')}::uuid and a.identifier = any (${p('identifiers')}::text[])
      and a.enabled`.compile(db),
)

/** Enabled APIs of the tenant by identifier, and what a client may do there, in one statement. */
export const findResources = async (
  { db, tenant }: Context,
  { identifiers, clientId }: Omit<Wanted, 'tenantId'>,
): Promise<ReadonlyMap<string, ProtectedApi>> => {
  if (identifiers.length === 0) return new Map()
  const query = resources({ tenantId: tenant.id, identifiers, clientId })
  const { rows } = await db.executeQuery(query)
  return new Map(rows.map((api) => [api.identifier, api]))
}

/** The identifiers of the tenant's APIs that these texts name, by identifier or by id. */
export const apisNamed = async (
  { db, tenant }: Pick<Context, 'db' | 'tenant'>,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (names.length === 0) return new Map()
  const rows = await db
    .selectFrom('resource_apis')
    .select(['id', 'identifier'])
    .where('tenant_id', '=', tenant.id)
    .where((eb) =>
      eb.or([
        eb('identifier', 'in', names),
        eb(
          sql<string>`id::text`,
          'in',
          names.map((name) => name.toLowerCase()),
        ),
      ]),
    )
    .execute()
  return new Map(
    rows.flatMap(({ id, identifier }) => [
      [identifier, identifier],
      [id, identifier],
    ]),
  )
}

/** Names of every scope that the application `oidc_applications.id` may ask for at some API. */
export const resourceScopeNames = sql<string[] | null>`(
  select array_agg(distinct s.name) from resource_apis a
    join resource_scopes s on s.tenant_id = a.tenant_id and s.api_id = a.id
    left join client_credentials_grants g on g.tenant_id = a.tenant_id and g.api_id = a.id
      and g.application_id = oidc_applications.id
  where a.tenant_id = oidc_applications.tenant_id and a.enabled
    and (a.application_ids ? oidc_applications.id::text or g.scope_ids ? s.id::text))`
