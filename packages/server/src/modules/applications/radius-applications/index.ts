export { listRows as listRadiusApplications } from './radius-applications.repository.ts'
export { create as createRadiusApplication } from './radius-applications.service.ts'
export {
  findApplication as findRadiusApplication,
  findServed,
  hasApplication as hasRadiusApplication,
  listServed,
  openSharedSecret,
  type ServedApplication,
} from './served.ts'
