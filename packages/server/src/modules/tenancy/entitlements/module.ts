import * as bundles from '@signet/contract/tenancy/bundles'
import * as contract from '@signet/contract/tenancy/entitlements'
import type { Module } from '../../../kit/module.ts'
import { type Route, routes } from '../../../kit/routes.ts'
import { activeEntitlements, readBundles } from './bundles.service.ts'
import { presentEntitlement } from './entitlements.present.ts'
import { readInfo } from './entitlements.service.ts'
import { listUsageMonths } from './usage-months.ts'

const entitlementRoutes: readonly Route[] = [
  ...routes(contract, {
    readEntitlementInfo: (ctx) => readInfo(ctx),
    listActiveEntitlements: async (ctx) => (await activeEntitlements(ctx)).map(presentEntitlement),
    listUsageMonths: (ctx) => listUsageMonths(ctx),
  }),
  ...routes(bundles, {
    listBundles: (ctx) => readBundles(ctx),
    listFeatures: async (ctx) => (await readBundles(ctx)).features,
  }),
]

export const entitlementsModule: Module = {
  routes: [entitlementRoutes],
}
