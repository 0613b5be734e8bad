import { anyUser } from '../../../security/sweep/id-rows.ts'
import { buildAccountBelow } from '../../../security/sweep/issuance-rows.ts'
import { buildJob } from '../../../security/sweep/rows.ts'
import type { Look, SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { World } from '../../../security/sweep/world.ts'
import { grantEntitlement } from '../../tenancy/entitlements/index.ts'
import { inTenantBelow } from './below.ts'
import { request } from './deletions.service.ts'
import { details } from './tenants.service.ts'

const newHostname = ({ ctx }: Pick<World, 'ctx'>): string =>
  `s${ctx.platform.ids.random(6).toString('hex')}.${new URL(ctx.tenant.publicUrl).hostname}`

const below = async ({ ctx }: Pick<World, 'ctx'>) => ({ id: await buildAccountBelow(ctx) })

/** A tenant that is locked, for the calls that unlock it. */
const lockedBelow = async (world: Pick<World, 'ctx' | 'test'>) => {
  const params = await below(world)
  await world.test.testDatabase.asOwner((owner) =>
    owner.query('update tenants set locked = true where tenant_id = $1', [params.id]),
  )
  return params
}

/** A deletion that was requested, of a tenant of its own. */
const requestedDeletion = async ({ ctx }: Pick<World, 'ctx'>) =>
  request(ctx, (await below({ ctx })).id)

/** A tenant with a mail server of its own, for the call that resets it. */
const withMailServer = async (world: Pick<World, 'ctx' | 'test'>) => {
  const params = await below(world)
  await world.test.testDatabase.asOwner((owner) =>
    owner.query(
      `insert into settings (tenant_id, family, value, version, updated_at)
       values ($1, 'emailserver', '{"host": "mail.beech.example"}', 1, now())`,
      [params.id],
    ),
  )
  return params
}

/** What the tenant in the path has, as its rows say it. */
const rowsBelow =
  (statement: string): Look =>
  ({ test }, { given }) =>
    test.testDatabase.asOwner(async (owner) => {
      const { rows } = await owner.query<object>(statement, [given.params?.id])
      return rows
    })

/** With an entitlement, which a call reads, changes or removes. */
const entitledBelow = async (tenant: Pick<World, 'ctx'>) => {
  const { id: tenantid } = await below(tenant)
  await tenant.ctx.transaction((ctx) =>
    inTenantBelow(ctx, tenantid, (account) => grantEntitlement(account, { type: 'ISSUANCE' })),
  )
  return { tenantid, type: 'ISSUANCE' }
}

/** The job of a tenant that was submitted and is ready. */
const createdJob = async ({ ctx }: Pick<World, 'ctx'>, ownerId: string): Promise<string> => {
  const { id } = await below({ ctx })
  return buildJob(ctx, { kind: 'tenant-creation', ownerId, answer: await details(ctx, id) })
}
const ownJob = async (world: World) => ({
  params: { id: await createdJob(world, world.admin.id) },
})

export const scenarios: SubjectScenarios = {
  calls: {
    createTenant: (world) => ({
      body: {
        companyName: 'Beech',
        hostname: newHostname(world),
        entitlement: { bundle: 'PLUS' },
        administrator: { email: 'boss@beech.example' },
      },
    }),
    makeProviderReport: () => ({ params: { id: 'tenants' }, body: {} }),
    submitTenant: (world) => ({
      body: {
        companyName: 'Beech',
        hostname: newHostname(world),
        entitlement: { bundle: 'PLUS' },
        administrator: { email: 'boss@beech.example' },
      },
    }),
    readTenantCreateStatus: ownJob,
    readTenantCreateResult: ownJob,
    deleteTenant: async (world) => ({ params: await below(world) }),
    cancelTenantDeletion: async (world) => ({
      params: { id: (await requestedDeletion(world)).tenantId },
    }),
    exportTenant: async (world) => ({
      params: { id: (await requestedDeletion(world)).tenantId },
    }),
    readTenantDeletion: async (world) => ({ params: { id: (await requestedDeletion(world)).id } }),
    updateTenantDeletionSettings: () => ({ body: { graceDays: 14 } }),
    lockTenant: async (world) => ({ params: await below(world) }),
    lockSubscriberAccount: async (world) => ({ params: await below(world) }),
    unlockTenant: async (world) => ({ params: await lockedBelow(world) }),
    unlockSubscriberAccount: async (world) => ({ params: await lockedBelow(world) }),
    promoteSubscriber: async (world) => ({ params: await below(world) }),
    resetSubscriberMailServer: async (world) => ({ params: await withMailServer(world) }),
    resetSubscriberResourceRules: async (world) => ({ params: await below(world) }),
    changeTenantHost: async (world) => ({
      params: await below(world),
      body: { hostname: newHostname(world) },
    }),
    setTenantEntitlement: async (world) => ({
      params: { tenantid: (await below(world)).id },
      body: { type: 'AUTHENTICATION', bundle: 'PLUS', allotment: 20 },
    }),
    removeTenantEntitlement: async (world) => ({ params: await entitledBelow(world) }),
    readTenantEntitlement: async (world) => ({ params: await entitledBelow(world) }),
    listTenantEntitlements: async (world) => {
      const { tenantid } = await entitledBelow(world)
      return { params: { tenantid } }
    },
    listTenantUsageMonths: async (world) => {
      const { tenantid } = await entitledBelow(world)
      return { params: { tenantid } }
    },
  },
  ids: [
    { under: '/api/web/v4/tenants/:tenantid/', build: entitledBelow },
    { under: '/api/web/v4/tenants/', build: below },
    {
      under: '/api/web/v4/tenantdeletions/',
      build: async (tenant) => ({ id: (await requestedDeletion(tenant)).id }),
    },
    {
      under: '/api/web/v4/async/tenants/',
      build: async (tenant) => ({ id: await createdJob(tenant, await anyUser(tenant)) }),
    },
    { under: '/api/web/v1/serviceprovider/subscribers/', build: below },
    { under: '/api/web/v1/serviceprovider/hostname/', build: below },
  ],
  bodyIds: {
    readEntitlementUsage: {
      build: async (tenant) => (await below(tenant)).id,
      body: (id) => ({ tenantIds: [id] }),
    },
  },
  bodies: {
    changeTenantHost: { hostname: 'acme.id.example' },
    setTenantEntitlement: { type: 'AUTHENTICATION', bundle: 'PLUS', allotment: 20 },
  },
  effects: {
    setTenantEntitlement: ['listTenantEntitlements'],
    removeTenantEntitlement: ['listTenantEntitlements'],
    createTenant: ['listTenants'],
    submitTenant: ['readTenantCreateStatus', 'readTenantCreateResult'],
    deleteTenant: ['readTenant', 'listTenantDeletions'],
    cancelTenantDeletion: ['readTenant'],
    lockTenant: ['readTenant'],
    unlockTenant: ['readTenant'],
    lockSubscriberAccount: ['readTenant'],
    unlockSubscriberAccount: ['readTenant'],
    changeTenantHost: ['readTenant'],
    promoteSubscriber: ['readTenant'],
    resetSubscriberMailServer: rowsBelow(
      "select value from settings where tenant_id = $1 and family = 'emailserver'",
    ),
    resetSubscriberResourceRules: rowsBelow(
      "select id from access_definitions where tenant_id = $1 and kind = 'RESOURCE_RULE' order by id",
    ),
  },
  alteredBy: {
    listTenantsPaged: ['createTenant'],
    readEntitlementUsage: ['createTenant'],
    makeProviderReport: ['createTenant'],
    listTenantDeletions: ['deleteTenant'],
  },
  shownIn: {
    listTenantUsageMonths: 'modules/provider/tenants/tenant-entitlements.test.ts',
    readTenantEntitlement: 'modules/provider/tenants/tenant-entitlements.test.ts',
    exportTenant: 'modules/provider/tenants/tenant-export.test.ts',
    readTenantDeletion: 'modules/provider/tenants/tenant-deletions.test.ts',
    readParentName: 'modules/provider/tenants/tenants.test.ts',
  },
}
