export { showsTab } from './portal-tabs.policy.ts'
export { selfUserRoutes } from './self-user.routes.ts'
export { readSelf } from './self-user.service.ts'
