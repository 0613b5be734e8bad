import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

/** More than one person has granted. */
export const mostListed = 200

export const listGrants = ({ db, tenant, platform }: Context, userId: string) =>
  db
    .selectFrom('oidc_grants as g')
    .innerJoin('oidc_applications as a', (join) =>
      join.onRef('a.tenant_id', '=', 'g.tenant_id').onRef('a.client_id', '=', 'g.client_id'),
    )
    .leftJoin('sessions as s', (join) =>
      join.onRef('s.tenant_id', '=', 'g.tenant_id').onRef('s.id', '=', 'g.session_id'),
    )
    .select(['g.id', 'g.payload', 'g.expires_at', 'a.id as application_id', 'a.name'])
    .select((eb) => eb('a.registration_hash', 'is not', null).as('self_registered'))
    .where('g.tenant_id', '=', tenant.id)
    .where('g.user_id', '=', userId)
    .where('g.expires_at', '>', platform.clock.now())
    .where((eb) =>
      eb.or([
        eb('s.revoked_at', 'is', null),
        eb.exists(
          eb
            .selectFrom('oidc_tokens as t')
            .select('t.id')
            .whereRef('t.tenant_id', '=', 'g.tenant_id')
            .whereRef('t.grant_id', '=', 'g.id')
            .where('t.outlives_session', '=', true)
            .where('s.revoked_everywhere', '=', false),
        ),
      ]),
    )
    .orderBy(sql`(g.payload ->> 'iat')::bigint`, 'desc')
    .orderBy('g.id')
    .limit(mostListed)
    .execute()

export type GrantRow = Awaited<ReturnType<typeof listGrants>>[number]

/** Tokens go with their grants (foreign key). @returns the names of the applications concerned */
export const removeGrants = async (
  { db, tenant }: Context,
  userId: string,
  id: string | null,
): Promise<string[]> => {
  const rows = await db
    .deleteFrom('oidc_grants')
    .where('tenant_id', '=', tenant.id)
    .where('user_id', '=', userId)
    .$if(id !== null, (query) => query.where('id', '=', id ?? ''))
    .returning('client_id')
    .execute()
  return rows.map(({ client_id }) => client_id)
}

export const removeGrantsOfClient = async (
  { db, tenant }: Context,
  clientId: string,
): Promise<number> => {
  const rows = await db
    .deleteFrom('oidc_grants')
    .where('tenant_id', '=', tenant.id)
    .where('client_id', '=', clientId)
    .returning('id')
    .execute()
  return rows.length
}

interface ApiScopeRow {
  readonly api_id: string
  readonly api_name: string
  readonly identifier: string
  readonly scope_id: string
  readonly scope: string
}

export const listApiScopesOf = async (
  { db, tenant }: Context,
  userId: string,
): Promise<readonly ApiScopeRow[]> => {
  const { rows } = await sql<ApiScopeRow>`
    select a.id as api_id, a.name as api_name, a.identifier, s.id as scope_id, s.name as scope
    from resource_apis a
    join resource_scopes s on s.tenant_id = a.tenant_id and s.api_id = a.id
    where a.tenant_id = ${tenant.id}::uuid and a.enabled
      and (jsonb_array_length(s.oauth_role_ids) = 0 or exists (
        select 1 from user_oauth_roles ur
        where ur.tenant_id = a.tenant_id and ur.user_id = ${userId}::uuid
          and s.oauth_role_ids ? ur.oauth_role_id::text))
    order by a.name_key, s.name limit 1000`.execute(db)
  return rows
}
