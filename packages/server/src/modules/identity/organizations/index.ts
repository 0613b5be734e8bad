export { organizationRoutes } from './organizations.routes.ts'
export {
  create as createOrganization,
  expectOrganizations,
  organizationMembers,
} from './organizations.service.ts'
