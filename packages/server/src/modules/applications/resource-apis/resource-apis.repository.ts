import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { ResourceApiRow } from '../../../platform/db/schema/applications.ts'

export interface StoredApi extends Selectable<ResourceApiRow> {
  /** How many there are. */
  readonly scopes: number
}

/** As many as a tenant may register. */
export const mostApis = 500

const apis = ({ db, tenant }: Context) =>
  db
    .selectFrom('resource_apis as a')
    .selectAll('a')
    .select(
      sql<number>`(select count(*)::integer from resource_scopes s
        where s.tenant_id = ${tenant.id}::uuid and s.api_id = a.id)`.as('scopes'),
    )
    .where('a.tenant_id', '=', tenant.id)

export const listApis = (ctx: Context) => apis(ctx).orderBy('a.name_key').limit(mostApis).execute()

export const findApi = (ctx: Context, id: string) =>
  apis(ctx).where('a.id', '=', id).executeTakeFirst()

/** Keeps the row as it is until the transaction ends. */
export const findApiForChange = (ctx: Context, id: string) =>
  apis(ctx).where('a.id', '=', id).forUpdate('a').executeTakeFirst()

/** Ends what people have granted for an API; their tokens go with the grants (foreign key). */
export const removeGrantsFor = async (
  { db, tenant }: Context,
  identifier: string,
): Promise<number> => {
  const { rows } = await sql<{ id: string }>`delete from oidc_grants
    where tenant_id = ${tenant.id}::uuid and payload -> 'resources' ? ${identifier}
    returning id`.execute(db)
  return rows.length
}
