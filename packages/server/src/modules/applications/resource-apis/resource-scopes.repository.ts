import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { ResourceScopeRow } from '../../../platform/db/schema/applications.ts'

export type StoredScope = Selectable<ResourceScopeRow>

/** As many as an API may have. */
export const mostScopes = 200
/** More than one list shows. */
const most = 1000

const scopes = ({ db, tenant }: Context) =>
  db.selectFrom('resource_scopes').selectAll().where('tenant_id', '=', tenant.id)

export const listScopes = (ctx: Context, apiId: string | undefined): Promise<StoredScope[]> =>
  scopes(ctx)
    .$if(apiId !== undefined, (query) => query.where('api_id', '=', apiId ?? ''))
    .orderBy('name')
    .orderBy('id')
    .limit(most)
    .execute()

export const findScope = (ctx: Context, id: string): Promise<StoredScope | undefined> =>
  scopes(ctx).where('id', '=', id).executeTakeFirst()

/** Keeps the row as it is until the transaction ends. */
export const findScopeForChange = (ctx: Context, id: string): Promise<StoredScope | undefined> =>
  scopes(ctx).where('id', '=', id).forUpdate().executeTakeFirst()

type Columns = Omit<Insertable<ResourceScopeRow>, 'tenant_id' | 'id' | 'created_at' | 'version'>

export const insertScope = (ctx: Context, columns: Columns): Promise<StoredScope> =>
  ctx.db
    .insertInto('resource_scopes')
    .values({
      ...columns,
      tenant_id: ctx.tenant.id,
      id: ctx.platform.ids.uuid(),
      created_at: ctx.platform.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateScope = (
  { db, tenant }: Context,
  id: string,
  columns: Updateable<ResourceScopeRow>,
): Promise<StoredScope> =>
  db
    .updateTable('resource_scopes')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const removeScope = async ({ db, tenant }: Context, id: string): Promise<void> => {
  await db
    .deleteFrom('resource_scopes')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
}

/** How many of the OAuth roles exist. */
export const countRoles = async (
  { db, tenant }: Context,
  ids: readonly string[],
): Promise<number> => {
  const rows = await db
    .selectFrom('oauth_roles')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return rows.length
}

export const findGrant = ({ db, tenant }: Context, apiId: string, applicationId: string) =>
  db
    .selectFrom('client_credentials_grants as g')
    .innerJoin('oidc_applications as a', (join) =>
      join.onRef('a.tenant_id', '=', 'g.tenant_id').onRef('a.id', '=', 'g.application_id'),
    )
    .select(['g.api_id', 'g.application_id', 'g.scope_ids', 'g.created_at', 'a.name'])
    .where('g.tenant_id', '=', tenant.id)
    .where('g.api_id', '=', apiId)
    .where('g.application_id', '=', applicationId)
    .executeTakeFirst()

export type StoredGrant = NonNullable<Awaited<ReturnType<typeof findGrant>>>

export const upsertGrant = async (
  ctx: Context,
  grant: { readonly apiId: string; readonly applicationId: string; readonly scopeIds: string[] },
): Promise<void> => {
  const scope_ids = JSON.stringify(grant.scopeIds)
  await ctx.db
    .insertInto('client_credentials_grants')
    .values({
      tenant_id: ctx.tenant.id,
      api_id: grant.apiId,
      application_id: grant.applicationId,
      scope_ids,
      created_at: ctx.platform.clock.now(),
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'api_id', 'application_id']).doUpdateSet({ scope_ids }),
    )
    .execute()
}

export const removeGrant = async (
  { db, tenant }: Context,
  apiId: string,
  applicationId: string,
): Promise<void> => {
  await db
    .deleteFrom('client_credentials_grants')
    .where('tenant_id', '=', tenant.id)
    .where('api_id', '=', apiId)
    .where('application_id', '=', applicationId)
    .execute()
}

/** How many of the applications exist. */
export const countApplications = async (
  { db, tenant }: Context,
  ids: readonly string[],
): Promise<number> => {
  const rows = await db
    .selectFrom('oidc_applications')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return rows.length
}
