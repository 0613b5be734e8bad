import {
  adminEntityTypes,
  type EntityType,
  type GrantedAction,
  providerEntityTypes,
} from './permissions.ts'
import type { RoleGrants, RoleType } from './roles.ts'

export const builtInRoleIds = [
  'SUPER_ADMINISTRATOR',
  'SITE_ADMINISTRATOR',
  'HELP_DESK',
  'AUDITOR',
  'ACCOUNT_MANAGER',
  'USER',
] as const
export type BuiltInRoleId = (typeof builtInRoleIds)[number]

export interface BuiltInRole extends RoleGrants {
  readonly id: BuiltInRoleId
  readonly name: string
  readonly description: string
  readonly roleType: RoleType
}

type Grants = Partial<Record<EntityType, readonly GrantedAction[]>>

const grantEach = (entities: readonly EntityType[], actions: readonly GrantedAction[]): Grants => {
  const grants: Grants = {}
  for (const entity of entities) grants[entity] = actions
  return grants
}

const everywhere = { superAdministrator: false, groupManagement: 'ALL', groupIds: [] } as const

/** Entitlements are bought, not given: only a super administrator of the tenant changes them. */
const siteGrants: Grants = { ...grantEach(adminEntityTypes, ['ALL']), ENTITLEMENTS: ['VIEW'] }

/** Looks at everything and takes reports with it; changes nothing else. */
const auditorGrants: Grants = {
  ...grantEach(adminEntityTypes, ['VIEW']),
  REPORTS: ['VIEW', 'ADD'],
  EXPORTREPORTS: ['VIEW', 'ADD'],
}

/** Helps people with what they sign in with; neither rights nor settings. */
const helpDeskGrants: Grants = {
  ...grantEach(
    ['GROUPS', 'ORGANIZATIONS', 'USERATTRIBUTES', 'APPLICATIONS', 'SCDEFNS', 'ENROLLMENTS'],
    ['VIEW'],
  ),
  ...grantEach(['USERS', 'GRIDS', 'TOKENS', 'SMARTCARDS'], ['VIEW', 'EDIT']),
  REPORTS: ['VIEW'],
}

/** The roles of every tenant, which nobody changes or deletes. */
export const builtInRoles: Readonly<Record<BuiltInRoleId, BuiltInRole>> = {
  SUPER_ADMINISTRATOR: {
    ...everywhere,
    id: 'SUPER_ADMINISTRATOR',
    name: 'Super Administrator',
    description: 'Everything in this tenant, other super administrators too',
    roleType: 'ADMIN',
    superAdministrator: true,
    permissions: grantEach(adminEntityTypes, ['ALL']),
  },
  SITE_ADMINISTRATOR: {
    ...everywhere,
    id: 'SITE_ADMINISTRATOR',
    name: 'Site Administrator',
    description: 'Everything in this tenant but entitlements and super administrators',
    roleType: 'ADMIN',
    permissions: siteGrants,
  },
  HELP_DESK: {
    ...everywhere,
    id: 'HELP_DESK',
    name: 'Help Desk',
    description: 'Users and their authenticators',
    roleType: 'ADMIN',
    permissions: helpDeskGrants,
  },
  AUDITOR: {
    ...everywhere,
    id: 'AUDITOR',
    name: 'Auditor',
    description: 'Reads everything and makes reports',
    roleType: 'ADMIN',
    permissions: auditorGrants,
  },
  ACCOUNT_MANAGER: {
    ...everywhere,
    id: 'ACCOUNT_MANAGER',
    name: 'Account Manager',
    description: 'Tenants and credentials of a service provider',
    roleType: 'SERVICE_PROVIDER',
    permissions: grantEach(providerEntityTypes, ['ALL']),
  },
  USER: {
    superAdministrator: false,
    groupManagement: 'SOME',
    groupIds: [],
    id: 'USER',
    name: 'User',
    description: 'The own profile and authenticators',
    roleType: 'USER',
    permissions: {},
  },
}
