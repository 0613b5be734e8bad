import { rightsOfGrants } from './role-rights.ts'
import { expectHeld, expectHeldRole, expectRoles, rightsWith } from './roles.policy.ts'
import { flagsOf, grantsOf } from './roles.present.ts'
import { create } from './roles.service.ts'
import { assign } from './user-roles.service.ts'

export { assignBuiltInRole, ensureBuiltInRoles } from './built-in-roles.ts'
export { rightsOf, rightsOfStanding, standingOf } from './role-rights.ts'
export { inUse } from './roles.policy.ts'
export { presentRole } from './roles.present.ts'
export { listRolesOf } from './roles.repository.ts'
export { keepSuperAdministrator, superAdministrators } from './super-administrators.ts'

/** What others do with roles. */
export const roles = {
  assign,
  create,
  expectAll: expectRoles,
  expectRights: expectHeld,
  expectHeldRole,
  rightsWith,
  /** Permissions that something holds without a role: on the wire, as stored, and what they amount to. */
  flagsOf,
  grantsOf,
  rightsOfGrants,
} as const
