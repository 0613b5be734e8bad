export { smartCardProfileRoutes } from './smart-card-profiles.routes.ts'
export { create as createSmartCardProfile } from './smart-card-profiles.service.ts'
