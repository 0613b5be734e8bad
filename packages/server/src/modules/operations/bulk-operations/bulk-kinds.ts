import type { BulkKindName } from '@signet/rules/bulk'
import type { BulkWork } from './bulk-work.ts'
import { assignGrids } from './kinds/assign-grids.ts'
import { assignPasswords, resetPasswords } from './kinds/assign-passwords.ts'
import { assignSoftTokens } from './kinds/assign-soft-tokens.ts'
import { assignTokens } from './kinds/assign-tokens.ts'
import { deleteEnrollments } from './kinds/delete-enrollments.ts'
import { deleteGroups } from './kinds/delete-groups.ts'
import { deleteUsers } from './kinds/delete-users.ts'
import { deleteGrids, setGridState } from './kinds/grids.ts'
import { importEnrollments } from './kinds/import-enrollments.ts'
import { importGrids } from './kinds/import-grids.ts'
import { importGroups } from './kinds/import-groups.ts'
import { importHardwareTokens } from './kinds/import-hardware-tokens.ts'
import { importSmartCards } from './kinds/import-smart-cards.ts'
import { importTakenOver } from './kinds/import-taken-over.ts'
import { importUserGroups } from './kinds/import-user-groups.ts'
import { importUsers } from './kinds/import-users.ts'
import { issuePasses } from './kinds/issue-passes.ts'
import { makeUnassignedGrids } from './kinds/make-grids.ts'
import { printEnrollments } from './kinds/print-enrollments.ts'
import { revokePasses } from './kinds/revoke-passes.ts'
import { setRegistration, setVerification } from './kinds/set-flags.ts'
import { setGroupMembership } from './kinds/set-group-membership.ts'
import { setUserState } from './kinds/set-user-state.ts'
import { deleteTokens, resetTokens } from './kinds/tokens.ts'

/** What each kind does; a kind without work does not compile. */
export const bulkWorks: Readonly<Record<BulkKindName, BulkWork>> = {
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
