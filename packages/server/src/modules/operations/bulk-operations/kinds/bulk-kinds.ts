import type { BulkKindName } from '@signet/rules/bulk'
import { tenantKinds } from '@signet/rules/bulk-tenants'
import type { Tenant } from '../../../../kit/context.ts'
import type { BulkWork } from '../bulk-work.ts'
import { assignGrids, assignTokens } from './assign-held.ts'
import { assignPasswords, resetPasswords } from './assign-passwords.ts'
import { assignSoftTokens } from './assign-soft-tokens.ts'
import { deleteEnrollments } from './delete-enrollments.ts'
import { deleteGroups } from './delete-groups.ts'
import { deleteUsers } from './delete-users.ts'
import { deleteGrids, setGridState } from './grids.ts'
import { importEnrollments } from './import-enrollments.ts'
import { importGrids } from './import-grids.ts'
import { importGroups } from './import-groups.ts'
import { importHardwareTokens } from './import-hardware-tokens.ts'
import { importSmartCards } from './import-smart-cards.ts'
import { importTakenOver } from './import-taken-over.ts'
import { importUserGroups } from './import-user-groups.ts'
import { importUsers } from './import-users.ts'
import { issuePasses } from './issue-passes.ts'
import { makeUnassignedGrids } from './make-grids.ts'
import { printEnrollments } from './print-enrollments.ts'
import { revokePasses } from './revoke-passes.ts'
import { setRegistration, setVerification } from './set-flags.ts'
import { setGroupMembership } from './set-group-membership.ts'
import { setUserState } from './set-user-state.ts'
import { deleteTokens, resetTokens } from './tokens.ts'

/** Kinds on what is in an area above: the app hands in what they do, by the tenant that does it. */
type KindAbove = keyof typeof tenantKinds
export type WorksAbove = Readonly<Record<KindAbove, (tenant: Tenant) => BulkWork>>
/** What does the rows of a kind in a tenant. */
export type WorkOf = (kind: BulkKindName, tenant: Tenant) => BulkWork
export type OwnKind = Exclude<BulkKindName, KindAbove>

const isAbove = (kind: BulkKindName): kind is KindAbove => Object.hasOwn(tenantKinds, kind)

/** What each kind does; a kind without work does not compile. */
export const bulkWorks: Readonly<Record<OwnKind, BulkWork>> = {
  importusers: importUsers,
  deleteusers: deleteUsers,
  setuserstate: setUserState,
  setgroupmembership: setGroupMembership,
  setregistration: setRegistration,
  setverification: setVerification,
  assignpasswords: assignPasswords,
  resetpasswords: resetPasswords,
  importgroups: importGroups,
  importusergroups: importUserGroups,
  deletegroups: deleteGroups,
  assigntokens: assignTokens,
  assignsofttokens: assignSoftTokens,
  importhardwaretokens: importHardwareTokens,
  resettokens: resetTokens,
  deletetokens: deleteTokens,
  assigngrids: assignGrids,
  unassignedgrids: makeUnassignedGrids,
  importgrids: importGrids,
  setgridstate: setGridState,
  deletegrids: deleteGrids,
  importidentityguard: importTakenOver,
  importenrollments: importEnrollments,
  deleteenrollments: deleteEnrollments,
  printenrollments: printEnrollments,
  mfpissue: issuePasses,
  mfprevoke: revokePasses,
  importsmartcards: importSmartCards,
}

/** What the kinds do, those of areas above included. */
export const worksWith =
  (above: WorksAbove): WorkOf =>
  (kind, tenant) =>
    isAbove(kind) ? above[kind](tenant) : bulkWorks[kind]
