import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { RadiusApplicationRow } from '../../../platform/db/schema/radius.ts'

export type StoredRadiusApplication = Selectable<RadiusApplicationRow>

const applications = ({ db, tenant }: Context) =>
  db.selectFrom('radius_applications').selectAll().where('tenant_id', '=', tenant.id)

/** As many as a tenant may register. */
export const listRows = (ctx: Context): Promise<StoredRadiusApplication[]> =>
  applications(ctx).orderBy('name_key').limit(500).execute()

export const findRow = (ctx: Context, id: string): Promise<StoredRadiusApplication | undefined> =>
  applications(ctx).where('id', '=', id).executeTakeFirst()

/** All of the tenant, changed one at a time: an address is one application's alone. */
export const lockRows = async (ctx: Context): Promise<StoredRadiusApplication[]> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`radius ${ctx.tenant.id}`}, 0))`.execute(
    ctx.db,
  )
  return listRows(ctx)
}

/** undefined when the name is taken. */
export const insertRow = (
  ctx: Context,
  row: Insertable<RadiusApplicationRow>,
): Promise<StoredRadiusApplication | undefined> =>
  ctx.db
    .insertInto('radius_applications')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'name_key']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const updateRow = (
  { db, tenant }: Context,
  id: string,
  set: Updateable<RadiusApplicationRow>,
): Promise<StoredRadiusApplication> =>
  db
    .updateTable('radius_applications')
    .set((eb) => ({ ...set, version: eb('version', '+', 1) }))
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Sign-ins that wait for an answer go with it (foreign key). */
export const removeRow = async ({ db, tenant }: Context, id: string): Promise<void> => {
  await db
    .deleteFrom('radius_applications')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
}

/** How many of these groups there are. */
export const countGroups = async (
  { db, tenant }: Context,
  ids: readonly string[],
): Promise<number> => {
  const rows = await db
    .selectFrom('groups')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('id', 'in', [...ids])
    .execute()
  return rows.length
}
