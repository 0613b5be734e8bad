import type { AuditEntry } from '../../../kit/audit-entry.ts'
import { auditStatements } from '../../../kit/audit-rows.ts'
import type { Context } from '../../../kit/context.ts'
import { enterTenant } from '../../../platform/db/enter-tenant.ts'
import type { StoredGrant } from './grants.repository.ts'

/**
 * Notes in the provider's log, within the tenant's transaction, what became of a grant. It names the
 * tenant, not who works there, unless `actor` says who of the provider it was.
 */
export const noteAbove = async (
  ctx: Context,
  action: string,
  { grant, ...entry }: { readonly grant: StoredGrant } & Omit<AuditEntry, 'subject'>,
): Promise<void> => {
  const { tenant, platform } = ctx
  // The root provider is above itself.
  if (grant.provider_id === tenant.id) return
  const above: Context = {
    ...ctx,
    tenant: { ...tenant, id: grant.provider_id },
    actor: { kind: 'system', name: tenant.companyName },
    request: { ...ctx.request, address: null, userAgent: null },
  }
  const event = {
    ...entry,
    id: platform.ids.uuid(),
    action,
    at: platform.clock.now(),
    subject: { entity: 'TENANTS', id: tenant.id, name: tenant.companyName },
    attributes: { grant: grant.id, ...entry.attributes },
  }
  await enterTenant(ctx.db, grant.provider_id)
  for (const statement of auditStatements(above, [event])) await ctx.db.executeQuery(statement)
  await enterTenant(ctx.db, tenant.id)
}
