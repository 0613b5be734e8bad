export { insertLinks, removeLinks } from './organization-members.repository.ts'
export { organizationRoutes } from './organizations.routes.ts'
export { create as createOrganization, expectOrganizations } from './organizations.service.ts'
