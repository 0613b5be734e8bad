import type { Permissions } from '@signet/rules/permissions'
import { permittedByBoth, supportCeiling, type supportRights } from '@signet/rules/support'
import type { Rights } from '../../../kit/context.ts'

/** What a session of a provider that helps is bound to. */
export interface SupportGrant {
  readonly id: string
  /** The name of the provider. */
  readonly provider: string
  readonly rights: (typeof supportRights)[number]
  /** What was granted. */
  readonly permissions: Permissions
}

/**
 * What was granted, as far as the role still permits it: who may change roles does not widen a grant
 * by it. A role that was deleted leaves nothing.
 */
export const rightsUnderGrant = ({ rights, permissions }: SupportGrant, role: Rights): Rights => {
  const granted = permittedByBoth(permissions, supportCeiling)
  const byRole = rights === 'ROLE'
  return {
    superAdministrator: false,
    roleIds: [],
    permissions: byRole ? permittedByBoth(granted, role.permissions) : granted,
    groupScope: byRole ? role.groupScope : 'ALL',
  }
}
