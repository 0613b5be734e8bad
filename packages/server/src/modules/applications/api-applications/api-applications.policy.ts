import type { Context, Rights } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { roles } from '../../identity/roles/index.ts'
import type { ApiApplicationType } from './api-applications.repository.ts'

const onEverybody = (permissions: Rights['permissions']): Rights => ({
  superAdministrator: false,
  permissions,
  groupScope: 'ALL',
  roleIds: [],
})

const asksPeople = onEverybody({ USERS: ['VIEW', 'EDIT'] })

/** What the calls that are open to each would take of anybody else. */
const amountsTo = {
  AUTH_API: asksPeople,
  IDG: asksPeople,
  ISAPI: asksPeople,
  APACHE: asksPeople,
  ADFS: asksPeople,
  FORGEROCK: asksPeople,
  DESKTOP: asksPeople,
  ISSUANCE_API: onEverybody({
    ENROLLMENTS: ['VIEW', 'ADD', 'EDIT', 'REMOVE'],
    ENROLLMENTDESIGNS: ['VIEW'],
  }),
  SIEM: onEverybody({ REPORTS: ['VIEW'] }),
} as const

/** What the calls of a program amount to; null for one that holds a role. */
export const rightsOfProgram = (type: ApiApplicationType): Rights | null =>
  type === 'ADMIN_API' ? null : amountsTo[type]

interface Reach {
  readonly type: ApiApplicationType
  readonly roleId: string | null
}

/**
 * Callers hold the rights that they give to a program, or give it a secret to use.
 * @throws rights_not_held, role_not_found
 */
export const expectWithinReach = async (ctx: Context, reaches: readonly Reach[]): Promise<void> => {
  for (const { type, roleId } of reaches) {
    if (type !== 'ADMIN_API') roles.expectRights(ctx, [amountsTo[type]])
    else if (roleId === null) throw new ApiError('role_not_found')
    else await roles.expectHeldRole(ctx, roleId)
  }
}
