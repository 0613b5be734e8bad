export { writeLimitedCallers } from './limited-callers.repository.ts'
export { policyOf, warmPolicies } from './policies.ts'
