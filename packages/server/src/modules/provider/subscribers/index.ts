export { createTenant } from './create-tenant.ts'
export { openSubscriber } from './subscribers.service.ts'
