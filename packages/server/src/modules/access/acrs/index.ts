export { acrRoutes } from './acrs.routes.ts'
export { create as createAcr } from './acrs.service.ts'
