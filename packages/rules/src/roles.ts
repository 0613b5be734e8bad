import {
  adminEntityTypes,
  type EntityType,
  expandActions,
  type GrantedAction,
  may,
  type PermissionAction,
  type Permissions,
  providerEntityTypes,
  undividedTypes,
} from './permissions.ts'

export const roleTypes = ['ADMIN', 'SERVICE_PROVIDER', 'USER'] as const
export type RoleType = (typeof roleTypes)[number]

export type GroupScope = 'ALL' | readonly string[]

/** What a principal may do: actions by entity type, within groups. */
export interface Rights {
  readonly superAdministrator: boolean
  readonly permissions: Permissions
  /** ALL is a right of its own: group policies and resource rules need it. */
  readonly groupScope: GroupScope
}

/** A role as stored and sent. */
export interface RoleGrants {
  readonly superAdministrator: boolean
  readonly groupManagement: 'ALL' | 'SOME'
  readonly groupIds: readonly string[]
  readonly permissions: Readonly<Partial<Record<EntityType, readonly GrantedAction[]>>>
}

export const noRights: Rights = { superAdministrator: false, permissions: {}, groupScope: [] }

const entityTypesOf = [...adminEntityTypes, ...providerEntityTypes]

const fromEntries = (
  entries: readonly (readonly [EntityType, readonly PermissionAction[]])[],
): Permissions => {
  const permissions: Partial<Record<EntityType, readonly PermissionAction[]>> = {}
  for (const [entity, actions] of entries) if (actions.length > 0) permissions[entity] = actions
  return permissions
}

const isUndivided = (entity: EntityType): boolean => undividedTypes.some((each) => each === entity)

const onlyLooking = (actions: readonly PermissionAction[]): readonly PermissionAction[] =>
  actions.filter((action) => action === 'VIEW')

/**
 * What a role amounts to. One that is limited to groups lets its holders look at what belongs to no
 * group, such as the settings, and change nothing of it.
 */
export const rightsOfRole = (role: RoleGrants): Rights => {
  const isUnlimited = role.superAdministrator || role.groupManagement === 'ALL'
  const actionsOn = (entity: EntityType): readonly PermissionAction[] => {
    const granted = expandActions(role.permissions[entity] ?? [])
    return isUnlimited || !isUndivided(entity) ? granted : onlyLooking(granted)
  }
  return {
    superAdministrator: role.superAdministrator,
    permissions: fromEntries(entityTypesOf.map((entity) => [entity, actionsOn(entity)])),
    groupScope: isUnlimited ? 'ALL' : role.groupIds,
  }
}

const narrow = (left: GroupScope | null, right: GroupScope): GroupScope => {
  if (left === null || left === 'ALL') return right
  return right === 'ALL' ? left : left.filter((group) => right.includes(group))
}

const hasPermissions = ({ permissions }: Rights): boolean => Object.keys(permissions).length > 0

/**
 * What several roles amount to. Actions add up; the groups do not: the scope is what all roles that
 * permit anything share, so that a right limited to one group never widens through another role.
 * A super administrator is never limited.
 */
export const mergeRights = (parts: readonly Rights[]): Rights => {
  const scopes = parts.filter(hasPermissions).map(({ groupScope }) => groupScope)
  const superAdministrator = parts.some((part) => part.superAdministrator)
  return {
    superAdministrator,
    permissions: fromEntries(
      entityTypesOf.map((entity) => {
        const granted = parts.flatMap(({ permissions }) => permissions[entity] ?? [])
        return [entity, expandActions(granted)]
      }),
    ),
    groupScope: superAdministrator ? 'ALL' : (scopes.reduce<GroupScope | null>(narrow, null) ?? []),
  }
}

const covers = (granter: GroupScope, wanted: GroupScope): boolean => {
  if (granter === 'ALL') return true
  return wanted !== 'ALL' && wanted.every((group) => granter.includes(group))
}

/**
 * Nobody can grant what they do not hold: whether `wanted` lies within `granter` in every action,
 * in its groups, and in standing. Also the test for acting on a person: who may reset another's
 * password takes that other's rights.
 */
export const holds = (granter: Rights, wanted: Rights): boolean => {
  if (wanted.superAdministrator && !granter.superAdministrator) return false
  if (!covers(granter.groupScope, wanted.groupScope)) return false
  return entityTypesOf.every((entity) =>
    (wanted.permissions[entity] ?? []).every((action) =>
      may(granter.permissions, [entity, action]),
    ),
  )
}
