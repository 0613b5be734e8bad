import * as reports from '@signet/contract/provider/reports'
import * as acts from '@signet/contract/provider/tenant-acts'
import * as deletions from '@signet/contract/provider/tenant-deletions'
import * as entitlements from '@signet/contract/provider/tenant-entitlements'
import * as contract from '@signet/contract/provider/tenants'
import { readJob } from '../../../kit/jobs.ts'
import { type Route, routes } from '../../../kit/routes.ts'
import { promote, resetMailServer, resetResourceRules } from './acts.service.ts'
import * as deletion from './deletions.service.ts'
import * as below from './entitlements.service.ts'
import { exportTenant } from './export.service.ts'
import { changeHost } from './hosts.service.ts'
import { makeReport } from './report.service.ts'
import { readCreated, submit, tenantCreation } from './tenant-jobs.ts'
import { findParentName } from './tenants.repository.ts'
import { createBelow, list, lock, page, read, unlock } from './tenants.service.ts'
import { listUsage } from './usage.repository.ts'

export const tenantRoutes: readonly Route[] = [
  ...routes(contract, {
    listTenants: (ctx, { query }) => list(ctx, query.search),
    listTenantsPaged: (ctx, { body }) => page(ctx, body),
    readTenant: (ctx, { params }) => read(ctx, params.id),
    createTenant: (ctx, { body }) => createBelow(ctx, body),
    submitTenant: (ctx, { body }) => submit(ctx, body),
    readTenantCreateStatus: (ctx, { params }) => readJob(ctx, tenantCreation, params.id),
    readTenantCreateResult: (ctx, { params }) => readCreated(ctx, params.id),
    lockTenant: (ctx, { params }) => lock(ctx, params.id),
    unlockTenant: (ctx, { params }) => unlock(ctx, params.id),
    lockSubscriberAccount: (ctx, { params }) => lock(ctx, params.id),
    unlockSubscriberAccount: (ctx, { params }) => unlock(ctx, params.id),
    changeTenantHost: (ctx, { params, body }) => changeHost(ctx, params.id, body),
    readParentName: async (ctx) => ({ companyName: await findParentName(ctx) }),
  }),
  ...routes(deletions, {
    deleteTenant: (ctx, { params }) => deletion.request(ctx, params.id),
    cancelTenantDeletion: (ctx, { params }) => deletion.takeBack(ctx, params.id),
    exportTenant: (ctx, { params }) => exportTenant(ctx, params.id),
    listTenantDeletions: (ctx, { body }) => deletion.list(ctx, body),
    readTenantDeletion: (ctx, { params }) => deletion.readDeletion(ctx, params.id),
    readTenantDeletionSettings: deletion.readSettings,
    updateTenantDeletionSettings: (ctx, { body }) => deletion.updateSettings(ctx, body),
  }),
  ...routes(acts, {
    promoteSubscriber: (ctx, { params }) => promote(ctx, params.id),
    resetSubscriberMailServer: (ctx, { params }) => resetMailServer(ctx, params.id),
    resetSubscriberResourceRules: (ctx, { params }) => resetResourceRules(ctx, params.id),
  }),
  ...routes(entitlements, {
    listTenantEntitlements: (ctx, { params }) => below.list(ctx, params.tenantid),
    readTenantEntitlement: (ctx, { params }) => below.read(ctx, params.tenantid, params.type),
    setTenantEntitlement: (ctx, { params, body }) => below.set(ctx, params.tenantid, body),
    removeTenantEntitlement: (ctx, { params }) => below.remove(ctx, params.tenantid, params.type),
    listTenantUsageMonths: (ctx, { params }) => below.months(ctx, params.tenantid),
    readEntitlementUsage: (ctx, { body }) => listUsage(ctx, body),
  }),
  ...routes(reports, {
    makeProviderReport: (ctx, { params, body }) => makeReport(ctx, params.id, body),
  }),
]
