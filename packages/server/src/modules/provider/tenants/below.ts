import { isProviderAct } from '@signet/rules/provider-acts'
import { audit } from '../../../kit/audit.ts'
import type { AuditEntry, PendingEvent } from '../../../kit/audit-entry.ts'
import { auditStatements } from '../../../kit/audit-rows.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { enterTenant } from '../../../platform/db/enter-tenant.ts'
import { type StoredTenant, tenantOf } from '../../tenancy/tenants/index.ts'
import { holdTenant } from './tenants.repository.ts'

/** What is done in the tenant; events noted with its context are of the tenant's own log. */
type Work<T> = (account: Context, row: StoredTenant) => Promise<T>

/** The tenant's log names the provider, not who works there, nor from where. */
const accountOf = (ctx: Context, row: StoredTenant, events: PendingEvent[]): Context => {
  const account: Context = {
    ...ctx,
    tenant: tenantOf(row),
    locale: row.default_locale,
    actor: { kind: 'system', name: ctx.tenant.companyName },
    request: { ...ctx.request, address: null, userAgent: null },
    events,
    transaction: (nested) => nested(account),
  }
  return account
}

/** A provider does nothing in a tenant but what the closed list has. */
const expectListed = (events: readonly PendingEvent[]): void => {
  const other = events.find(({ action }) => !isProviderAct(action))
  if (other !== undefined) throw new Error(`${other.action} is not an act of providers`)
}

/**
 * Works in a tenant directly below this provider, within the caller's transaction: row-level security
 * shows that tenant alone meanwhile.
 * @throws not_found for any other tenant
 */
export const inTenantBelow = async <T>(ctx: Context, id: string, work: Work<T>): Promise<T> => {
  await enterTenant(ctx.db, id)
  const row = await holdTenant(ctx, id)
  if (row?.parent_tenant_id !== ctx.tenant.id || row.terminated) throw new ApiError('not_found')
  const events: PendingEvent[] = []
  const account = accountOf(ctx, row, events)
  const result = await work(account, row)
  expectListed(events)
  for (const statement of auditStatements(account, events)) await ctx.db.executeQuery(statement)
  await enterTenant(ctx.db, ctx.tenant.id)
  return result
}

/** Notes in the provider's log what was done to a tenant below it. */
export const noteBelow = (
  ctx: Context,
  action: string,
  { row, ...entry }: { readonly row: StoredTenant } & Omit<AuditEntry, 'subject'>,
): void =>
  audit(ctx, action, {
    ...entry,
    subject: { entity: 'TENANTS', id: row.tenant_id, name: row.company_name },
  })
