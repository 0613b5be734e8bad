export { create as createGroupPolicy } from './group-policies.service.ts'
