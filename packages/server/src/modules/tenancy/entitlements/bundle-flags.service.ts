import type { BundleFlag, BundleSettings } from '@signet/rules/bundles'
import { sql } from 'kysely'
import { audit } from '../../../kit/audit.ts'
import { auditStatements } from '../../../kit/audit-rows.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { enterTenant } from '../../../platform/db/enter-tenant.ts'
import { tenantOf } from '../tenants/index.ts'
import { readFlags } from './bundles.service.ts'

/** Of the tenant that was entered. */
const findTenantRow = ({ db }: Context, tenantId: string) =>
  db.selectFrom('tenants').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst()

/** Above what the bundles of the tenant say. */
const putFlag = async (
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

const isDirectLocked = async ({ db, tenant }: Context): Promise<boolean> => {
  const { rows } = await sql`
    select from tenants t where t.tenant_id = ${tenant.id}::uuid and ${isLocked}`.execute(db)
  return rows.length > 0
}

/** False where it was not locked, or another call has just unlocked it. */
const unlockDirect = async ({ db, tenant }: Context): Promise<boolean> => {
  const { rows } = await sql`
    update tenants t set bundle_flags = t.bundle_flags || '{"directTenantLocked": false}'
    where t.tenant_id = ${tenant.id}::uuid and ${isLocked} returning 1 as unlocked`.execute(db)
  return rows.length > 0
}

interface Wanted {
  readonly flag: BundleFlag
  readonly enabled: boolean
}

/**
 * Sets a flag of a tenant below this one, above what its bundles say; both logs tell of it in the
 * same transaction.
 * @throws ISSUANCE_ACCOUNT_NOT_FOUND for any tenant that is not directly below
 */
export const setBundleFlag = (
  ctx: Context,
  accountId: string,
  { flag, enabled }: Wanted,
): Promise<BundleSettings> =>
  ctx.transaction(async (ctx) => {
    await enterTenant(ctx.db, accountId)
    const row = await findTenantRow(ctx, accountId)
    if (row?.parent_tenant_id !== ctx.tenant.id || row.terminated) {
      throw new ApiError('ISSUANCE_ACCOUNT_NOT_FOUND')
    }
    // Who works for the provider is none of the account's concern.
    const actor = { kind: 'system', name: ctx.tenant.companyName } as const
    const request = { ...ctx.request, address: null, userAgent: null }
    const account = { ...ctx, tenant: tenantOf(row), actor, request }
    const before = await readFlags(account)
    await putFlag(account, flag, enabled)
    const after = await readFlags(account)
    const entry = {
      subject: { entity: 'TENANTS', id: accountId, name: row.company_name },
      before: { [flag]: before[flag] },
      after: { [flag]: after[flag] },
    }
    const { ids, clock } = ctx.platform
    const event = { ...entry, id: ids.uuid(), action: 'BUNDLE_FLAG_CHANGED', at: clock.now() }
    for (const statement of auditStatements(account, [event])) await ctx.db.executeQuery(statement)
    await enterTenant(ctx.db, ctx.tenant.id)
    audit(ctx, 'BUNDLE_FLAG_CHANGED', entry)
    return after
  })

interface Ready {
  readonly id: string
  readonly name: string
}

/** The first printer that is ready unlocks a direct tenant: once, whoever finds it ready. */
export const unlockDirectTenant = async (ctx: Context, printer: Ready): Promise<void> => {
  if (!(await isDirectLocked(ctx))) return
  await ctx.transaction(async (ctx) => {
    if (!(await unlockDirect(ctx))) return
    audit(ctx, 'DIRECT_TENANT_UNLOCKED', {
      subject: { entity: 'TENANTS', id: ctx.tenant.id, name: ctx.tenant.companyName },
      attributes: { printer: printer.name },
    })
  })
}
