/** Entity types of administrator roles (product: console, section 6). */
export const adminEntityTypes = [
  'ENTITLEMENTS',
  'SETTINGS',
  'REPORTS',
  'EXPORTREPORTS',
  'ARCHIVES',
  'SCHEDULEDTASKS',
  'GROUPS',
  'ROLES',
  'USERATTRIBUTES',
  'USERS',
  'ORGANIZATIONS',
  'APPLICATIONS',
  'CONTEXTRULES',
  'OAUTHROLES',
  'RESOURCESERVERAPIS',
  'IDENTITYPROVIDERS',
  'AGENTS',
  'CAS',
  'DIRECTORIES',
  'DOMAINCONTROLLERCERTS',
  'GRIDS',
  'SCDEFNS',
  'TOKENS',
  'SCIMPROVISIONINGS',
  'WEBHOOKS',
  'VCDEFNS',
  'VPDEFNS',
  'PRINTERS',
  'SMARTCARDS',
  'CREDENTIALDESIGNS',
  'ENROLLMENTDESIGNS',
  'ENROLLMENTS',
  'ISSUANCE',
  'SUBSCRIBERS',
  'EMAILTEMPLATES',
  'BULKGROUPS',
  'BULKHARDWARETOKENS',
  'BULKSMARTCARDS',
  'BULKIDENTITYGUARD',
  'BULKUSERS',
  'BULKENROLLMENTS',
  'SUPPORTGRANTS',
] as const

/** Entity types of service-provider roles. */
export const providerEntityTypes = [
  'TENANTS',
  'OTPPROVIDERS',
  'SPCLIENTCREDENTIALS',
  'SPMANAGEMENTPLATFORM',
  'PKIAASCREDENTIALS',
  'PLAYINTEGRITYCREDENTIALS',
  'PUSHCREDENTIALS',
  'RATELIMITING',
] as const

/**
 * What is the tenant's as a whole, or the provider's: it belongs to no group of people, so that an
 * administrator limited to groups may view it and change nothing of it (decision 0169).
 */
export const undividedTypes = [
  'ENTITLEMENTS',
  'SETTINGS',
  'SUBSCRIBERS',
  'EMAILTEMPLATES',
  'ARCHIVES',
  'USERATTRIBUTES',
  'ORGANIZATIONS',
  'APPLICATIONS',
  'CONTEXTRULES',
  'OAUTHROLES',
  'RESOURCESERVERAPIS',
  'IDENTITYPROVIDERS',
  'AGENTS',
  'CAS',
  'DIRECTORIES',
  'DOMAINCONTROLLERCERTS',
  'SCDEFNS',
  'SCIMPROVISIONINGS',
  'WEBHOOKS',
  'VCDEFNS',
  'VPDEFNS',
  'PRINTERS',
  'CREDENTIALDESIGNS',
  'ENROLLMENTDESIGNS',
  'SUPPORTGRANTS',
  ...providerEntityTypes,
] as const

export const entityTypes = [...adminEntityTypes, ...providerEntityTypes] as const

/**
 * Types that no endpoint needs yet, with the part of the product that brings the first one. Roles accept and
 * keep them; pages do not show them.
 */
export const waitingTypes: Readonly<Partial<Record<(typeof entityTypes)[number], string>>> = {
  CAS: 'certificate authorities',
  DIRECTORIES: 'directories',
  DOMAINCONTROLLERCERTS: 'domain controller certificates',
  SCDEFNS: 'smart credentials',
  SCIMPROVISIONINGS: 'provisioning',
  VCDEFNS: 'verifiable credentials',
  VPDEFNS: 'verifiable credentials',
}

/** Whether an endpoint needs a permission on this type. */
export const isBuilt = (entity: (typeof entityTypes)[number]): boolean =>
  !Object.hasOwn(waitingTypes, entity)
export const permissionActions = ['VIEW', 'ADD', 'EDIT', 'REMOVE'] as const

export type EntityType = (typeof entityTypes)[number]
export type PermissionAction = (typeof permissionActions)[number]
/** What an endpoint or screen demands: one action on one entity type. */
export type Need = readonly [EntityType, PermissionAction]
/** A role's word for one entity type, as stored and sent: ALL grants all four. */
export type GrantedAction = PermissionAction | 'ALL'
/** The rights of a principal: per entity type the actions it may take. */
export type Permissions = Readonly<Partial<Record<EntityType, readonly PermissionAction[]>>>

/** The actions that `granted` amounts to: ALL is all four, ADD, EDIT and REMOVE imply VIEW. */
export const expandActions = (granted: readonly GrantedAction[]): readonly PermissionAction[] => {
  if (granted.includes('ALL')) return permissionActions
  if (granted.length === 0) return []
  return permissionActions.filter((action) => action === 'VIEW' || granted.includes(action))
}

export const may = (permissions: Permissions, [entity, action]: Need): boolean =>
  permissions[entity]?.includes(action) ?? false
