import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
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

export const listApis = (ctx: Context): Promise<StoredApi[]> =>
  apis(ctx).orderBy('a.name_key').limit(mostApis).execute()

export const findApi = (ctx: Context, id: string): Promise<StoredApi | undefined> =>
  apis(ctx).where('a.id', '=', id).executeTakeFirst()

/** Keeps the row as it is until the transaction ends. */
export const findApiForChange = (ctx: Context, id: string): Promise<StoredApi | undefined> =>
  apis(ctx).where('a.id', '=', id).forUpdate('a').executeTakeFirst()

type Columns = Omit<Insertable<ResourceApiRow>, 'tenant_id' | 'id' | 'created_at' | 'version'>

export const insertApi = async (ctx: Context, columns: Columns): Promise<StoredApi> => {
  const row = await ctx.db
    .insertInto('resource_apis')
    .values({
      ...columns,
      tenant_id: ctx.tenant.id,
      id: ctx.platform.ids.uuid(),
      created_at: ctx.platform.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...row, scopes: 0 }
}

export const updateApi = (
  { db, tenant }: Context,
  id: string,
  columns: Updateable<ResourceApiRow>,
) =>
  db
    .updateTable('resource_apis')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const removeApi = async ({ db, tenant }: Context, id: string): Promise<void> => {
  await db
    .deleteFrom('resource_apis')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
}

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
