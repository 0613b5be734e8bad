export { foresee as foreseeFlashPasses, issueEach as issueFlashPasses } from './issuing.service.ts'
export { walletPath } from './pass-tokens.ts'
export { revokeAll as revokeFlashPasses } from './revoking.service.ts'
export { workOnPass } from './updates.ts'
export {
  changedPasses,
  latestPass,
  registerDevice,
  type ShownPass,
  unregisterDevice,
} from './wallet-service.ts'
