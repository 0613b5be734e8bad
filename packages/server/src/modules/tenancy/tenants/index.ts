export { changePublicUrl } from './public-url.service.ts'
export {
  findCurrentHost,
  insertTenant,
  type StoredTenant,
  takeHost,
  tenantDomains,
} from './tenants.repository.ts'
export {
  changeTenant,
  cookieName,
  createTenantFinder,
  readTenant,
  type TenantFinder,
  tenantOf,
} from './tenants.service.ts'
