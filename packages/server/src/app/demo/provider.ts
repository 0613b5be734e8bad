import { randomBytes } from 'node:crypto'
import { isolationHours } from '@signet/rules/isolation'
import { readOnlySupport } from '@signet/rules/support'
import { foldName } from '@signet/rules/text'
import type { Context } from '../../kit/context.ts'
import { requestDeletion } from '../../modules/provider/tenants/index.ts'
import { insertRow, newIds } from '../../platform/db/row-sets.ts'
import { openTenant } from './reseller.ts'

const hourMillis = 3_600_000

/** A program that may look at tenants; its secret was lost, so a new one is generated to use it. */
const insertClient = (ctx: Context) =>
  insertRow(ctx, 'provider_clients', {
    ...newIds(ctx),
    name: 'Billing',
    name_key: foldName('Billing'),
    description: 'Reads what tenants use',
    enabled: true,
    permissions: { TENANTS: ['VIEW'] },
    addresses: [],
    token_ttl_seconds: 3600,
    updated_at: ctx.platform.clock.now(),
    secret_hash: randomBytes(32),
    former_hash: null,
    former_ends_at: null,
    last_used_at: null,
  })

/** Reports search more than users do. */
const insertPolicy = (ctx: Context) =>
  insertRow(ctx, 'rate_limit_policies', {
    id: ctx.platform.ids.uuid(),
    for_tenant_id: null,
    limit_class: 'search',
    subject: 'APPLICATION',
    rate: 36_000,
    period_seconds: 60,
    burst: 2400,
    created_at: ctx.platform.clock.now(),
  })

/** Help that was granted last month. */
const insertGrant = (ctx: Context) => {
  const grantedAt = new Date(ctx.platform.clock.now().getTime() - 30 * 24 * hourMillis)
  return insertRow(ctx, 'support_grants', {
    id: ctx.platform.ids.uuid(),
    created_at: grantedAt,
    provider_id: ctx.tenant.id,
    provider_name: ctx.tenant.companyName,
    reason: 'Emails to one domain are returned',
    rights: 'READ_ONLY',
    permissions: readOnlySupport,
    hours: 4,
    granted_by: 'ada',
    granted_at: grantedAt,
    ends_at: new Date(grantedAt.getTime() + 4 * hourMillis),
  })
}

/** The first run is planned for an hour later: the demonstration starts as fast as without it. */
const testIsolation = async (ctx: Context): Promise<void> => {
  await ctx.db
    .insertInto('isolation_settings')
    .values({
      tenant_id: ctx.tenant.id,
      enabled: true,
      interval_hours: isolationHours.usual,
      canary_one: null,
      canary_two: null,
    })
    .execute()
  await insertRow(ctx, 'isolation_runs', {
    id: ctx.platform.ids.uuid(),
    state: 'REQUESTED',
    requested_by: 'ada',
    requested_at: new Date(ctx.platform.clock.now().getTime() + hourMillis),
    started_at: null,
    ended_at: null,
    release: null,
    calls: 0,
    probes: 0,
    findings: 0,
    report: null,
    signed: null,
    digest: null,
  })
}

/** What a provider sets for its tenants, and one that is being deleted. */
export const insertProviderWork = async (ctx: Context): Promise<void> => {
  await insertClient(ctx)
  await insertPolicy(ctx)
  await insertGrant(ctx)
  await testIsolation(ctx)
  const left = await openTenant(ctx, {
    companyName: 'Fir Studio',
    host: 'fir.localhost',
    users: 5,
    contractMode: 'TRIAL',
    endDate: null,
  })
  await requestDeletion(ctx, left.tenant.id)
}
