export { setBundleFlag, unlockDirectTenant } from './bundle-flags.service.ts'
export { takeIssuanceCredit, takeSmsVoice } from './entitlements.repository.ts'
export { entitlementRoutes } from './entitlements.routes.ts'
export {
  grantEntitlement,
  readInfo as readEntitlementInfo,
  readIssuanceCredits,
  roomForUsers,
} from './entitlements.service.ts'
