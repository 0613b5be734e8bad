import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Tables } from '../../../platform/db/schema.ts'

interface Exported<T extends keyof Tables> {
  readonly table: T
  /** Columns by which rows are read in turn: with the tenant, they are unique. */
  readonly keys: readonly (keyof Tables[T] & string)[]
  /** One by one: a new column leaves only where it is added here. No secret is among them. */
  readonly columns: readonly (keyof Tables[T] & string)[]
}

const exported = <T extends keyof Tables>(part: Exported<T>): Exported<T> => part

/** What leaves of a tenant, table by table. */
export const exportedTables = [
  exported({
    table: 'tenants',
    keys: ['tenant_id'],
    columns: [
      'company_name',
      'public_url',
      'region',
      'default_locale',
      'contract_mode',
      'created_at',
    ],
  }),
  exported({
    table: 'entitlements',
    keys: ['type'],
    columns: ['bundle', 'allotment', 'consumed', 'contract_mode', 'start_date', 'end_date'],
  }),
  exported({ table: 'settings', keys: ['family'], columns: ['value', 'updated_at'] }),
  exported({
    table: 'user_attributes',
    keys: ['id'],
    columns: ['name', 'description', 'type', 'required', 'is_unique', 'choices'],
  }),
  exported({
    table: 'users',
    keys: ['id'],
    columns: [
      'user_id',
      'type',
      'state',
      'first_name',
      'last_name',
      'email',
      'email_verified',
      'mobile',
      'phone',
      'locale',
      'external_id',
      'user_principal_name',
      'attributes',
      'locked',
      'lock_reason',
      'last_authenticated_at',
      'created_at',
      'updated_at',
    ],
  }),
  exported({
    table: 'user_identifiers',
    keys: ['normalised'],
    columns: ['user_id', 'kind', 'value'],
  }),
  exported({
    table: 'groups',
    keys: ['id'],
    columns: ['name', 'description', 'external_id', 'type', 'created_at'],
  }),
  exported({ table: 'user_groups', keys: ['user_id', 'group_id'], columns: [] }),
  exported({
    table: 'organizations',
    keys: ['id'],
    columns: ['parent_id', 'name', 'display_name', 'created_at'],
  }),
  exported({ table: 'user_organizations', keys: ['user_id', 'organization_id'], columns: [] }),
  exported({
    table: 'roles',
    keys: ['id'],
    columns: ['name', 'description', 'role_type', 'built_in', 'super_administrator', 'permissions'],
  }),
  exported({ table: 'user_roles', keys: ['user_id', 'role_id'], columns: [] }),
  exported({
    table: 'oidc_applications',
    keys: ['id'],
    columns: [
      'client_id',
      'name',
      'description',
      'application_type',
      'enabled',
      'redirect_uris',
      'post_logout_redirect_uris',
      'grant_types',
      'scopes',
      'auth_method',
      'jwks_uri',
    ],
  }),
  exported({
    table: 'saml_applications',
    keys: ['id'],
    columns: ['name', 'description', 'enabled', 'entity_id', 'settings'],
  }),
  exported({
    table: 'radius_applications',
    keys: ['id'],
    columns: ['name', 'description', 'enabled', 'settings'],
  }),
  exported({
    table: 'api_applications',
    keys: ['id'],
    columns: ['application_type', 'name', 'description', 'enabled', 'role_id', 'addresses'],
  }),
  exported({
    table: 'identity_providers',
    keys: ['id'],
    columns: ['protocol', 'name', 'issuer', 'enabled', 'definition'],
  }),
  exported({
    table: 'audit_events',
    keys: ['occurred_at', 'id'],
    columns: ['actor_kind', 'actor_id', 'entity', 'entity_id', 'action', 'outcome'],
  }),
  exported({
    table: 'audit_details',
    keys: ['occurred_at', 'event_id'],
    columns: ['actor_name', 'entity_name', 'request_id', 'address', 'detail'],
  }),
] as const

interface Part {
  readonly table: string
  readonly keys: readonly string[]
  readonly columns: readonly string[]
}

const atOnce = 500

interface Read {
  readonly row: Record<string, unknown>
  /** The keys as text, exactly as the database compares them. */
  readonly edge: readonly string[]
}

/** The next rows after an edge, in the order of their keys. */
export const readPart = async (
  { db, tenant }: Pick<Context, 'db' | 'tenant'>,
  { table, keys, columns }: Part,
  edge: readonly string[] | null,
): Promise<readonly Read[]> => {
  const refs = keys.map((key) => sql.ref(key))
  const shown = [...keys, ...columns].map((name) => sql.ref(name))
  const texts = refs.map((ref) => sql`${ref}::text`)
  const after =
    edge === null
      ? sql`true`
      : sql`row (${sql.join(refs)}) > (select ${sql.join(refs)}
          from jsonb_populate_record(null::${sql.table(table)},
            ${JSON.stringify(Object.fromEntries(keys.map((key, at) => [key, edge[at]])))}::jsonb))`
  const { rows } = await sql<Read>`
    select to_jsonb(shown) as row, edge from (
      select ${sql.join(shown)}, array[${sql.join(texts)}] as edge
      from ${sql.table(table)}
      where tenant_id = ${tenant.id}::uuid and ${after}
      order by ${sql.join(refs)} limit ${sql.lit(atOnce)}) shown`.execute(db)
  return rows.map(({ row: { edge: _edge, ...row }, edge: own }) => ({ row, edge: own }))
}

export const isWholePart = (rows: readonly unknown[]): boolean => rows.length < atOnce
