export { groupPolicyRoutes } from './group-policies.routes.ts'
export { create as createGroupPolicy } from './group-policies.service.ts'
