export {
  create as createOrganization,
  expectOrganizations,
  organizationMembers,
} from './organizations.service.ts'
