export { createTenant, createTenantWith } from './create-tenant.ts'
export {
  create,
  expectMayMake,
  openSubscriber,
  openSubscriberWithin,
  urlBelow,
} from './subscribers.service.ts'
