export { showsTab } from './portal-tabs.policy.ts'
export { readSelf } from './self-user.service.ts'
