import {
  adminEntityTypes,
  type EntityType,
  type PermissionAction,
  type Permissions,
  permissionActions,
} from './permissions.ts'

/** For how long a tenant lets its provider help. */
export const supportHours = { least: 1, most: 72 } as const

/** A session under a grant ends with the grant, or after this time. */
export const supportSessionMillis = 3_600_000

/** Between the proof that an administrator of the provider gives and the session in the tenant. */
export const supportChallengeMillis = 120_000

/** A request that was not answered expires. */
export const supportRequestMillis = 7 * 86_400_000

/** How many grants and requests are open at a time. */
export const mostOpenSupport = 10

export const supportRights = ['READ_ONLY', 'ROLE'] as const
export const supportStates = ['REQUESTED', 'ACTIVE', 'ENDED', 'EXPIRED'] as const
export type SupportState = (typeof supportStates)[number]

interface Times {
  readonly createdAt: Date
  readonly grantedAt: Date | null
  readonly endsAt: Date | null
  readonly endedAt: Date | null
}

export const supportState = (
  { createdAt, grantedAt, endsAt, endedAt }: Times,
  now: Date,
): SupportState => {
  if (endedAt !== null) return 'ENDED'
  const isGranted = grantedAt !== null && endsAt !== null
  const end = isGranted ? endsAt.getTime() : createdAt.getTime() + supportRequestMillis
  if (end <= now.getTime()) return 'EXPIRED'
  return isGranted ? 'ACTIVE' : 'REQUESTED'
}

/** Grants themselves, and what takes data of many users out of the service. */
const never: ReadonlySet<EntityType> = new Set([
  'SUPPORTGRANTS',
  'EXPORTREPORTS',
  'ARCHIVES',
  'BULKGROUPS',
  'BULKHARDWARETOKENS',
  'BULKSMARTCARDS',
  'BULKIDENTITYGUARD',
  'BULKUSERS',
  'BULKENROLLMENTS',
])

/** By changes of these, access could outlive the grant: rights, secrets, work that continues. */
const onlyViewed: ReadonlySet<EntityType> = new Set([
  'ENTITLEMENTS',
  'SCHEDULEDTASKS',
  'ROLES',
  'APPLICATIONS',
  'OAUTHROLES',
  'RESOURCESERVERAPIS',
  'IDENTITYPROVIDERS',
  'AGENTS',
  'CAS',
  'DIRECTORIES',
  'DOMAINCONTROLLERCERTS',
  'SCIMPROVISIONINGS',
  'WEBHOOKS',
])

const look: readonly PermissionAction[] = ['VIEW']

const permitting = (actionsOn: (type: EntityType) => readonly PermissionAction[]): Permissions => {
  const permissions: Partial<Record<EntityType, readonly PermissionAction[]>> = {}
  for (const type of adminEntityTypes) {
    const actions = actionsOn(type)
    if (actions.length > 0) permissions[type] = actions
  }
  return permissions
}

/** The most that a provider may do under a grant, whatever its role permits. */
export const supportCeiling: Permissions = permitting((type) => {
  if (never.has(type)) return []
  return onlyViewed.has(type) ? look : permissionActions
})

/** What a grant without a role permits. */
export const readOnlySupport: Permissions = permitting((type) =>
  supportCeiling[type] === undefined ? [] : look,
)

/** The actions that both permit. */
export const permittedByBoth = (one: Permissions, other: Permissions): Permissions =>
  permitting((type) => (one[type] ?? []).filter((action) => other[type]?.includes(action) ?? false))

/** Whether a role may be lent to a provider: none of its rights is above the ceiling. */
export const isSupportRole = ({
  superAdministrator,
  permissions,
}: {
  readonly superAdministrator: boolean
  readonly permissions: Permissions
}): boolean =>
  !superAdministrator &&
  adminEntityTypes.every((type) =>
    (permissions[type] ?? []).every((action) => supportCeiling[type]?.includes(action) ?? false),
  )
