import { hasItsGroups, noGroups, type Role, SiteRole } from '@signet/contract/identity/roles'
import { z } from 'zod'
import { labelsOf } from '../../../kit/fields.ts'
import { useText } from '../../../lib/i18n.ts'
import { sitePermissions } from './permission-grid.ts'

export type RoleDetail = z.output<typeof Role>

export const RoleForm = z
  .object({
    name: SiteRole.shape.name,
    description: SiteRole.shape.description.unwrap(),
    groupManagement: SiteRole.shape.groupManagement.unwrap(),
    groupIds: SiteRole.shape.groupIds.unwrap(),
    permissions: SiteRole.shape.permissions,
  })
  .refine(hasItsGroups, noGroups)
export type RoleValues = z.input<typeof RoleForm>

export const formOf = (role: RoleDetail): RoleValues => ({
  name: role.name,
  description: role.description,
  groupManagement: role.groupManagement,
  groupIds: role.groupIds,
  permissions: sitePermissions(role.permissions),
})

export const newRole: RoleValues = {
  name: '',
  description: null,
  groupManagement: 'ALL',
  groupIds: [],
  permissions: [],
}

const fields = ['name', 'description', 'groupManagement', 'groupIds', 'permissions'] as const

/** The fields as people see them: one by one, and all for the summary of faults. */
export const useRoleLabels = () => {
  const text = useText('members')
  const label = (name: (typeof fields)[number]): string => text(`members:roles.fields.${name}`)
  return { label, labels: labelsOf(fields, label) }
}
