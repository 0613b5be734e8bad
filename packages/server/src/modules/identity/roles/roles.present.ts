import type { Role, SiteRole } from '@signet/contract/identity/roles'
import {
  type EntityType,
  entityTypes,
  expandActions,
  type GrantedAction,
  permissionActions,
} from '@signet/rules/permissions'
import type { z } from 'zod'
import type { Rights } from '../../../kit/context.ts'
import type { StoredRole } from './role-rights.ts'
import { rightsFrom } from './role-rights.ts'

type WireRole = z.input<typeof Role>
type Flags = Pick<
  z.output<typeof SiteRole>['permissions'][number],
  'view' | 'add' | 'edit' | 'remove'
>

export const flagsOf = (permissions: Rights['permissions']): WireRole['permissions'] =>
  entityTypes.flatMap((entityType) => {
    const actions = permissions[entityType] ?? []
    if (actions.length === 0) return []
    return [
      {
        entityType,
        view: actions.includes('VIEW'),
        add: actions.includes('ADD'),
        edit: actions.includes('EDIT'),
        remove: actions.includes('REMOVE'),
      },
    ]
  })

export const presentRole = (role: StoredRole, isProvider: boolean): WireRole => ({
  id: role.id,
  name: role.name,
  description: role.description,
  roleType: role.role_type,
  builtIn: role.built_in,
  superAdministrator: role.super_administrator,
  allRoles: role.super_administrator,
  groupManagement: role.group_management,
  groupIds: [...role.group_ids],
  permissions: flagsOf(rightsFrom([role], isProvider).permissions),
})

const grantedBy = ({ view, add, edit, remove }: Flags): readonly GrantedAction[] => {
  const flags = { VIEW: view, ADD: add, EDIT: edit, REMOVE: remove }
  const actions = permissionActions.filter((action) => flags[action])
  return expandActions(actions)
}

/** A role's permissions as they are stored: no entry for what permits nothing. */
export const grantsOf = (
  permissions: readonly (Flags & { readonly entityType: EntityType })[],
): Partial<Record<EntityType, GrantedAction[]>> =>
  Object.fromEntries(
    permissions
      .map(({ entityType, ...flags }) => [entityType, [...grantedBy(flags)]] as const)
      .filter(([, actions]) => actions.length > 0),
  )
