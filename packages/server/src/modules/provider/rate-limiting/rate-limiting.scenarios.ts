import type { Context } from '../../../kit/context.ts'
import { insertRow } from '../../../platform/db/row-sets.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

const limits = [
  { limitClass: 'search', subject: 'USER', rate: 600, burst: 100 },
  { limitClass: 'guess', subject: 'ADDRESS', rate: 20, burst: 200 },
  { limitClass: 'change', subject: 'TENANT', rate: 200_000, burst: 50_000 },
  { limitClass: 'heavy', subject: 'APPLICATION', rate: 200, burst: 40 },
  { limitClass: 'read', subject: 'APPLICATION', rate: 50_000, burst: 5000 },
  { limitClass: 'agent', subject: 'USER', rate: 50_000, burst: 5000 },
  { limitClass: 'search', subject: 'TENANT', rate: 50_000, burst: 5000 },
  { limitClass: 'agent', subject: 'TENANT', rate: 500_000, burst: 50_000 },
] as const

/** A class and subject that the tenant, or one that it provides for, has no limit for yet. */
const freeLimit = async ({ db, tenant }: Context, forTenant: string | null) => {
  const taken = await db
    .selectFrom('rate_limit_policies')
    .select(['limit_class', 'subject'])
    .where('tenant_id', '=', tenant.id)
    .where('for_tenant_id', 'is not distinct from', forTenant)
    .execute()
  const free = limits.find(
    ({ limitClass, subject }) =>
      !taken.some((row) => row.limit_class === limitClass && row.subject === subject),
  )
  if (free === undefined) throw new Error('every limit of the scenarios is set')
  return free
}

const buildPolicy = async (ctx: Context, forTenant: string | null = null): Promise<string> => {
  const { limitClass, subject, rate, burst } = await freeLimit(ctx, forTenant)
  const { id } = await insertRow(ctx, 'rate_limit_policies', {
    id: ctx.platform.ids.uuid(),
    for_tenant_id: forTenant,
    limit_class: limitClass,
    subject,
    rate,
    period_seconds: 60,
    burst,
    created_at: ctx.platform.clock.now(),
  })
  return id
}

const buildOwnLimit = async (ctx: Context): Promise<string> => {
  await buildPolicy(ctx, ctx.tenant.id)
  return ctx.tenant.id
}

/** A policy of searches by users, whatever others there are. */
const searchPolicy = async (ctx: Context): Promise<string> => {
  const found = await ctx.db
    .selectFrom('rate_limit_policies')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('for_tenant_id', 'is', null)
    .where('limit_class', '=', 'search')
    .where('subject', '=', 'USER')
    .executeTakeFirst()
  return found?.id ?? buildPolicy(ctx)
}

const ofSearches = (id: string) => ({ id, rate: 700, burst: 90 })

export const scenarios: SubjectScenarios = {
  calls: {
    createRateLimitPolicy: async ({ ctx }) => ({ body: await freeLimit(ctx, null) }),
    updateRateLimitPolicy: async ({ ctx }) => ({ body: ofSearches(await searchPolicy(ctx)) }),
    replaceTenantRateLimits: ({ ctx }) => ({
      params: { tenantid: ctx.tenant.id },
      body: { limits: [limits[1], limits[2]] },
    }),
    deleteTenantRateLimits: async ({ ctx }) => ({ params: { tenantid: await buildOwnLimit(ctx) } }),
  },
  ids: [
    {
      under: '/api/web/v1/serviceprovider/ratelimiting/:id',
      build: async ({ ctx }) => ({ id: await buildPolicy(ctx) }),
    },
    {
      under: '/api/web/v1/serviceprovider/ratelimiting/tenants/',
      build: async ({ ctx }) => ({ tenantid: await buildOwnLimit(ctx) }),
    },
  ],
  bodyIds: {
    updateRateLimitPolicy: { build: ({ ctx }) => searchPolicy(ctx), body: ofSearches },
  },
  bodies: {
    createRateLimitPolicy: limits[3],
    replaceTenantRateLimits: { limits: [limits[1]] },
  },
  effects: {
    updateRateLimitPolicy: ['listRateLimitPolicies'],
    deleteRateLimitPolicy: ['listRateLimitPolicies'],
  },
  shownIn: {
    readRateLimitPolicy: 'modules/provider/rate-limiting/rate-limiting.test.ts',
    refreshRateLimitPolicies: 'modules/provider/rate-limiting/rate-limiting.test.ts',
    listLimitedCallers: 'modules/provider/rate-limiting/limited-callers.test.ts',
  },
}
