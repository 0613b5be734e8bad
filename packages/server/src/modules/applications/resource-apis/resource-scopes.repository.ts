import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { ResourceScopeRow } from '../../../platform/db/schema/applications.ts'

export type StoredScope = Selectable<ResourceScopeRow>

/** As many as an API may have. */
export const mostScopes = 200
/** More than one list shows. */
const most = 1000

export const listScopes = (
  { db, tenant }: Context,
  apiId: string | undefined,
): Promise<StoredScope[]> =>
  db
    .selectFrom('resource_scopes')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .$if(apiId !== undefined, (query) => query.where('api_id', '=', apiId ?? ''))
    .orderBy('name')
    .orderBy('id')
    .limit(most)
    .execute()

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
