export { takeSmsVoice } from './entitlements.repository.ts'
export { entitlementRoutes } from './entitlements.routes.ts'
export {
  grantEntitlement,
  readInfo as readEntitlementInfo,
  roomForUsers,
} from './entitlements.service.ts'
