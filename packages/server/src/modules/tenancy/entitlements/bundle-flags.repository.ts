import type { BundleFlag } from '@signet/rules/bundles'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

/** Of the tenant that was entered. */
export const findTenantRow = ({ db }: Context, tenantId: string) =>
  db.selectFrom('tenants').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst()

/** Above what the bundles of the tenant say. */
export const putFlag = async (
  { db, tenant }: Context,
  flag: BundleFlag,
  enabled: boolean,
): Promise<void> => {
  await sql`
    update tenants set bundle_flags = bundle_flags || jsonb_build_object(${flag}::text, ${enabled}::boolean)
    where tenant_id = ${tenant.id}::uuid`.execute(db)
}

const has = (flag: 'directTenant' | 'directTenantLocked') => sql<boolean>`coalesce(
  (t.bundle_flags ->> ${sql.lit(flag)})::boolean,
  exists (select from entitlements e where e.tenant_id = t.tenant_id
    and (e.flags ->> ${sql.lit(flag)})::boolean))`

const isLocked = sql<boolean>`${has('directTenant')} and ${has('directTenantLocked')}`

export const isDirectLocked = async ({ db, tenant }: Context): Promise<boolean> => {
  const { rows } = await sql`
    select from tenants t where t.tenant_id = ${tenant.id}::uuid and ${isLocked}`.execute(db)
  return rows.length > 0
}

/** False where it was not locked, or somebody else has just unlocked it. */
export const unlockDirect = async ({ db, tenant }: Context): Promise<boolean> => {
  const { rows } = await sql`
    update tenants t set bundle_flags = t.bundle_flags || '{"directTenantLocked": false}'
    where t.tenant_id = ${tenant.id}::uuid and ${isLocked} returning 1 as unlocked`.execute(db)
  return rows.length > 0
}
