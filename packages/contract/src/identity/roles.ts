import { abort } from '@signet/rules/abort'
import { areUnique } from '@signet/rules/lists'
import { adminEntityTypes, entityTypes, permissionActions } from '@signet/rules/permissions'
import { roleTypes } from '@signet/rules/roles'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Line, NameQuery, noContent, Uuid } from '../kit/schemas.ts'

const flags = { view: z.boolean(), add: z.boolean(), edit: z.boolean(), remove: z.boolean() }

export const RolePermission = z
  .object({ entityType: z.enum(entityTypes), ...flags })
  .meta({ id: 'RolePermission' })

export const Role = z
  .object({
    id: Uuid,
    name: z.string(),
    description: z.string().nullable(),
    roleType: z.enum(roleTypes),
    /** Which of the roles of every tenant this is; null for the tenant’s own. */
    builtIn: z.string().nullable(),
    superAdministrator: z.boolean(),
    /** Whether its holders may give every role. */
    allRoles: z.boolean(),
    groupManagement: z.enum(['ALL', 'SOME']),
    groupIds: z.array(z.string()),
    /** Entity types left out permit nothing. */
    permissions: z.array(RolePermission),
  })
  .meta({ id: 'Role' })

const isDistinct = (permissions: readonly { readonly entityType: string }[]): boolean =>
  areUnique(permissions.map(({ entityType }) => entityType))

interface Reach {
  readonly groupManagement: 'ALL' | 'SOME'
  readonly groupIds: readonly string[]
}

/** A role limited to groups names at least one: without any its holders could do nothing. */
export const hasItsGroups = ({ groupManagement, groupIds }: Reach): boolean =>
  groupManagement === 'ALL' || groupIds.length > 0
export const noGroups = { path: ['groupIds'], message: 'needs at least one group' }

export const SiteRole = z
  .object({
    name: Line(100),
    description: Line(500).nullable().default(null),
    groupManagement: z.enum(['ALL', 'SOME']).default('ALL'),
    /**
     * At least one with SOME, and ignored with ALL. Such a role lets its holders view what belongs
     * to no group, such as settings and applications, but not change it.
     */
    groupIds: z.array(Uuid).max(500, abort).default([]),
    permissions: z
      .array(z.object({ entityType: z.enum(adminEntityTypes), ...flags }))
      .max(adminEntityTypes.length, abort)
      .refine(isDistinct, 'names an entity type twice'),
  })
  .refine(hasItsGroups, noGroups)
  .meta({ id: 'SiteRole' })

const { view, add, edit, remove } = callsOn('ROLES')
const ofUser = '/api/web/v1/users/:userid/roles'
const userParams = z.object({ userid: Uuid })
const linkParams = z.object({ userid: Uuid, roleid: Uuid })

export const listRoles = endpoint({
  ...view,
  path: '/api/web/v1/roles',
  query: NameQuery,
  answer: z.array(Role),
  errors: [],
  summary: 'Every role of the tenant, the built-in ones first',
  description:
    'With `search` only those with this in their names; built-in roles are also found by their names in the language of the caller.',
})

export const readRole = endpoint({
  ...view,
  path: '/api/web/v1/roles/:id',
  params: IdParams,
  answer: Role,
  errors: ['role_not_found'],
  summary: 'One role',
})

export const listPermissions = endpoint({
  ...view,
  path: '/api/web/v1/permissions',
  answer: z
    .array(
      z.object({
        entityType: z.enum(entityTypes),
        roleType: z.enum(['ADMIN', 'SERVICE_PROVIDER']),
        actions: z.array(z.string()),
      }),
    )
    .meta({ id: 'PermissionCatalogue' }),
  errors: [],
  summary: 'What roles may permit: entity types with their actions',
})

export const listSiteRoles = endpoint({
  ...view,
  path: '/api/web/v1/siteroles',
  answer: z.array(Role),
  errors: [],
  summary: 'The administrator roles, built-in and own',
})

export const readSiteRole = endpoint({
  ...view,
  path: '/api/web/v1/siteroles/:id',
  params: IdParams,
  answer: Role,
  errors: ['role_not_found'],
  summary: 'One administrator role',
})

export const createSiteRole = endpoint({
  ...add,
  path: '/api/web/v1/siteroles',
  body: SiteRole,
  answer: Role,
  sensitive: true,
  errors: ['role_exists', 'rights_not_held', 'group_not_found'],
  audit: 'ROLE_CREATED',
  location: '/api/web/v1/siteroles/:id',
  summary: 'Create an administrator role',
  description: 'Nobody puts into a role what they do not hold themselves.',
})

export const updateSiteRole = endpoint({
  ...edit,
  path: '/api/web/v1/siteroles/:id',
  params: IdParams,
  body: SiteRole,
  answer: Role,
  sensitive: true,
  errors: [
    'held_statement_broken',
    'role_not_found',
    'role_exists',
    'role_built_in',
    'rights_not_held',
    'group_not_found',
    'precondition_failed',
  ],
  audit: 'ROLE_UPDATED',
  summary: 'Replace an administrator role',
  description:
    'Takes hold with the next request of everyone who has it. Who changes it must hold what it permits before and after, and all that each of its holders may do before and after.',
})

export const deleteSiteRole = endpoint({
  ...remove,
  path: '/api/web/v1/siteroles/:id',
  params: IdParams,
  sensitive: true,
  errors: [
    'role_not_found',
    'role_built_in',
    'role_in_use',
    'rights_not_held',
    'precondition_failed',
  ],
  audit: 'ROLE_DELETED',
  summary: 'Delete an administrator role that nobody has',
})

export const listUserRoles = endpoint({
  ...view,
  path: ofUser,
  params: userParams,
  answer: z.array(Role),
  errors: ['user_not_found'],
  summary: 'The roles of a user',
})

export const readUserRole = endpoint({
  ...view,
  path: `${ofUser}/:roleid`,
  params: linkParams,
  answer: Role,
  errors: ['user_not_found', 'role_not_found'],
  versioned: false,
  summary: 'One of the roles of a user',
})

export const assignUserRole = endpoint({
  ...edit,
  path: `${ofUser}/:roleid`,
  params: linkParams,
  answer: z.array(Role),
  sensitive: true,
  errors: [
    'user_not_found',
    'role_not_found',
    'role_not_assignable',
    'held_statement_broken',
    'user_edit_restricted',
    'rights_not_held',
  ],
  audit: 'ROLE_ASSIGNED',
  summary: 'Give a user a role',
  description:
    'Nobody gives what they do not hold, and nobody gives to themselves. The rights of several roles add up, within the groups that all of them share. Given twice changes nothing. Group policies may leave people fewer roles (role_not_assignable).',
})

export const removeUserRole = endpoint({
  ...edit,
  method: 'DELETE',
  path: `${ofUser}/:roleid`,
  params: linkParams,
  answer: noContent,
  sensitive: true,
  errors: [
    'user_not_found',
    'role_not_found',
    'user_edit_restricted',
    'rights_not_held',
    'last_super_administrator',
  ],
  audit: 'ROLE_REMOVED',
  summary: 'Take a role from a user',
})

export const EffectiveRights = z
  .object({
    superAdministrator: z.boolean(),
    /** The groups of people in which all of it holds: what every role that permits anything shares. */
    groupManagement: z.enum(['ALL', 'SOME']),
    groupIds: z.array(z.string()),
    /** What is permitted, action by action, each with the ids of the roles that give it. */
    permissions: z.array(
      z.object({
        entityType: z.enum(entityTypes),
        action: z.enum(permissionActions),
        roleIds: z.array(Uuid),
      }),
    ),
    /** The roles of the user, with the groups each is limited to. */
    roles: z.array(
      Role.pick({
        id: true,
        name: true,
        builtIn: true,
        superAdministrator: true,
        groupManagement: true,
        groupIds: true,
      }),
    ),
  })
  .meta({ id: 'EffectiveRights' })

export const explainUserRights = endpoint({
  ...view,
  path: '/api/web/v1/users/:userid/rights',
  params: userParams,
  answer: EffectiveRights,
  errors: ['user_not_found'],
  summary: 'What a user may do, and by which of their roles',
})
