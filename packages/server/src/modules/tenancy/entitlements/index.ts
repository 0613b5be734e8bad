export { setBundleFlag, unlockDirectTenant } from './bundle-flags.service.ts'
export { presentEntitlement } from './entitlements.present.ts'
export {
  listEntitlements,
  type StoredEntitlement,
  takeSmsVoice,
} from './entitlements.repository.ts'
export {
  givenEntitlements,
  grantEntitlement,
  readInfo as readEntitlementInfo,
  roomForUsers,
} from './entitlements.service.ts'
export { issuanceCredits } from './issuance-credits.ts'
export { listUsageMonths } from './usage-months.ts'
