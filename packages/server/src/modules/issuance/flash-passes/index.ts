export { flashPassRoutes } from './flash-passes.routes.ts'
export { issueAll as issueFlashPasses } from './issuing.service.ts'
export { revocationRoutes } from './revocations.routes.ts'
export { workOnPass } from './updates.ts'
