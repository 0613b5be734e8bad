export { activeSyncRoutes } from './activesync-devices.routes.ts'
export { activeSync } from './activesync-devices.service.ts'
