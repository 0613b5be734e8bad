export { flashPassRoutes } from './flash-passes.routes.ts'
export { issueAll as issueFlashPasses } from './issuing.service.ts'
export { passSets } from './pass-sets.ts'
export { walletPath } from './pass-tokens.ts'
export { revocationRoutes } from './revocations.routes.ts'
export { workOnPass } from './updates.ts'
export {
  changedPasses,
  latestPass,
  registerDevice,
  type ShownPass,
  unregisterDevice,
} from './wallet-service.ts'
