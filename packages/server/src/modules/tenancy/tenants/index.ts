export { cookieName } from './cookie-name.ts'
export { changePublicUrl } from './public-url.service.ts'
export { insertHostName, insertTenant, type StoredTenant } from './tenants.repository.ts'
export {
  changeTenant,
  createTenantFinder,
  readTenant,
  type TenantFinder,
  tenantOf,
} from './tenants.service.ts'
