export { cookieName } from './cookie-name.ts'
export { changePublicUrl } from './public-url.service.ts'
export {
  findCurrentHost,
  insertTenant,
  type StoredTenant,
  takeHost,
} from './tenants.repository.ts'
export {
  changeTenant,
  createTenantFinder,
  readTenant,
  type TenantFinder,
  tenantOf,
} from './tenants.service.ts'
