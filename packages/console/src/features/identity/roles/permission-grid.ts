import {
  adminEntityTypes,
  type EntityType,
  entityTypes,
  isBuilt,
  type PermissionAction,
} from '@signet/rules/permissions'

export const actions = ['view', 'add', 'edit', 'remove'] as const
export type Action = (typeof actions)[number]

type Flags = Readonly<Record<Action, boolean>>
export interface Permission<E extends EntityType = EntityType> extends Flags {
  readonly entityType: E
}

const nothing: Flags = { view: false, add: false, edit: false, remove: false }
const everything: Flags = { view: true, add: true, edit: true, remove: true }

const isSomething = (flags: Flags): boolean => actions.some((action) => flags[action])

/** What a role permits on one entity type. */
export const flagsOf = (permissions: readonly Permission[], entityType: EntityType): Flags =>
  permissions.find((each) => each.entityType === entityType) ?? nothing

/** In the order of the entity types and without entries that permit nothing: alike when equal. */
const ordered = <E extends EntityType>(permissions: readonly Permission<E>[]): Permission<E>[] =>
  permissions
    .filter(isSomething)
    .toSorted((a, b) => entityTypes.indexOf(a.entityType) - entityTypes.indexOf(b.entityType))

/** Adding, changing and removing take seeing with them, and go when that goes. */
const toggled = (flags: Flags, action: Action, isOn: boolean): Flags => {
  if (!isOn) return action === 'view' ? nothing : { ...flags, [action]: false }
  return { ...flags, view: true, [action]: true }
}

interface Change<E extends EntityType> {
  readonly entityType: E
  readonly action: Action | 'all'
  readonly isOn: boolean
}

/** The permissions after one box was ticked or cleared. */
export const changed = <E extends EntityType>(
  permissions: readonly Permission<E>[],
  { entityType, action, isOn }: Change<E>,
): Permission<E>[] => {
  const { view, add, edit, remove } = flagsOf(permissions, entityType)
  const whole = isOn ? everything : nothing
  const flags = action === 'all' ? whole : toggled({ view, add, edit, remove }, action, isOn)
  const others = permissions.filter((each) => each.entityType !== entityType)
  return ordered([...others, { entityType, ...flags }])
}

/** The permissions of a site role, as its form holds them. */
export const sitePermissions = (permissions: readonly Permission[]) =>
  ordered(
    adminEntityTypes.map((entityType) => {
      const { view, add, edit, remove } = flagsOf(permissions, entityType)
      return { entityType, view, add, edit, remove }
    }),
  )

type AdminType = (typeof adminEntityTypes)[number]
type Granted = Readonly<Partial<Record<AdminType, readonly PermissionAction[]>>>

/** Permissions of a site role by entity type, as its form holds them. */
export const gridOf = (granted: Granted): Permission<AdminType>[] =>
  ordered(
    adminEntityTypes.map((entityType) => {
      const has = (action: PermissionAction): boolean =>
        granted[entityType]?.includes(action) ?? false
      return {
        entityType,
        view: has('VIEW'),
        add: has('ADD'),
        edit: has('EDIT'),
        remove: has('REMOVE'),
      }
    }),
  )

/** The other way round: what a role permits, by entity type. */
export const grantsOf = (
  permissions: readonly Permission[],
): Partial<Record<EntityType, readonly PermissionAction[]>> =>
  Object.fromEntries(
    permissions.map(({ entityType, ...flags }) => [
      entityType,
      actions.filter((action) => flags[action]).map((action) => grantedBy[action]),
    ]),
  )
export const grantedBy = { view: 'VIEW', add: 'ADD', edit: 'EDIT', remove: 'REMOVE' } as const

/** Those that administrator roles permit; a role keeps what it holds of the others. */
export const shownAdminTypes = adminEntityTypes.filter(isBuilt)
export const shownTypes = entityTypes.filter(isBuilt)

/** Entity types under their headings, as the matrix shows them. */
export const sections = {
  people: ['USERS', 'GROUPS', 'ORGANIZATIONS', 'ROLES', 'USERATTRIBUTES', 'DIRECTORIES', 'AGENTS'],
  access: [
    'APPLICATIONS',
    'CONTEXTRULES',
    'OAUTHROLES',
    'RESOURCESERVERAPIS',
    'IDENTITYPROVIDERS',
    'SCIMPROVISIONINGS',
    'WEBHOOKS',
  ],
  authenticators: ['GRIDS', 'TOKENS', 'SCDEFNS', 'SMARTCARDS', 'CAS', 'DOMAINCONTROLLERCERTS'],
  issuance: [
    'ISSUANCE',
    'CREDENTIALDESIGNS',
    'ENROLLMENTDESIGNS',
    'ENROLLMENTS',
    'PRINTERS',
    'VCDEFNS',
    'VPDEFNS',
  ],
  account: ['SETTINGS', 'EMAILTEMPLATES', 'ENTITLEMENTS', 'SUBSCRIBERS', 'SUPPORTGRANTS'],
  operations: [
    'REPORTS',
    'EXPORTREPORTS',
    'ARCHIVES',
    'SCHEDULEDTASKS',
    'BULKUSERS',
    'BULKGROUPS',
    'BULKHARDWARETOKENS',
    'BULKSMARTCARDS',
    'BULKIDENTITYGUARD',
    'BULKENROLLMENTS',
  ],
  provider: [
    'TENANTS',
    'OTPPROVIDERS',
    'SPCLIENTCREDENTIALS',
    'SPMANAGEMENTPLATFORM',
    'PKIAASCREDENTIALS',
    'PLAYINTEGRITYCREDENTIALS',
    'PUSHCREDENTIALS',
    'RATELIMITING',
  ],
} as const satisfies Readonly<Record<string, readonly EntityType[]>>

export type SectionName = keyof typeof sections
