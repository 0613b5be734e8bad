import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { RadiusApplicationRow } from '../../../platform/db/schema/radius.ts'

export type StoredRadiusApplication = Selectable<RadiusApplicationRow>

/** As many as a tenant may register. */
export const listRows = ({ db, tenant }: Context): Promise<StoredRadiusApplication[]> =>
  db
    .selectFrom('radius_applications')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .orderBy('name_key')
    .limit(500)
    .execute()

/** All of the tenant, changed one at a time: an address is one application's alone. */
export const lockRows = async (ctx: Context): Promise<StoredRadiusApplication[]> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`radius ${ctx.tenant.id}`}, 0))`.execute(
    ctx.db,
  )
  return listRows(ctx)
}
