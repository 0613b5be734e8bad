import { builtInRoles } from './built-in-roles.ts'
import {
  adminEntityTypes,
  type GrantedAction,
  isBuilt,
  may,
  type PermissionAction,
  type Permissions,
} from './permissions.ts'
import { rightsOfRole } from './roles.ts'

type AdminType = (typeof adminEntityTypes)[number]
type Grants = Readonly<Partial<Record<AdminType, readonly GrantedAction[]>>>

interface RolePreset {
  readonly groupManagement: 'ALL' | 'SOME'
  readonly permissions: Grants
}

const look = ['VIEW'] as const
const change = ['VIEW', 'EDIT'] as const
const all = ['ALL'] as const

const lookAtEverything = Object.fromEntries(adminEntityTypes.map((entity) => [entity, look]))

/** What a new role may begin with, by the job that it is for. */
export const rolePresets = {
  GROUP_HELP_DESK: { groupManagement: 'SOME', permissions: builtInRoles.HELP_DESK.permissions },
  AUDITOR: { groupManagement: 'ALL', permissions: builtInRoles.AUDITOR.permissions },
  USER_ADMINISTRATOR: {
    groupManagement: 'ALL',
    permissions: {
      USERS: all,
      GROUPS: all,
      GRIDS: all,
      TOKENS: all,
      SMARTCARDS: all,
      BULKUSERS: all,
      BULKGROUPS: all,
      BULKHARDWARETOKENS: all,
      ORGANIZATIONS: look,
      USERATTRIBUTES: look,
      ROLES: look,
      APPLICATIONS: look,
      REPORTS: look,
    },
  },
  APPLICATION_OWNER: {
    groupManagement: 'ALL',
    permissions: {
      APPLICATIONS: all,
      OAUTHROLES: all,
      RESOURCESERVERAPIS: all,
      CONTEXTRULES: look,
      IDENTITYPROVIDERS: look,
      USERATTRIBUTES: look,
      GROUPS: look,
      USERS: look,
      REPORTS: look,
    },
  },
  CARD_OPERATOR: {
    groupManagement: 'ALL',
    permissions: {
      ISSUANCE: ['VIEW', 'ADD', 'EDIT'],
      ENROLLMENTS: ['VIEW', 'ADD', 'EDIT'],
      SMARTCARDS: change,
      ENROLLMENTDESIGNS: look,
      CREDENTIALDESIGNS: look,
      PRINTERS: look,
      GROUPS: look,
      USERS: look,
    },
  },
  PRINTER_OPERATOR: {
    groupManagement: 'ALL',
    permissions: { PRINTERS: change, ISSUANCE: change },
  },
  READ_ONLY: { groupManagement: 'ALL', permissions: lookAtEverything },
} as const satisfies Readonly<Record<string, RolePreset>>

export const rolePresetIds = [
  'GROUP_HELP_DESK',
  'AUDITOR',
  'USER_ADMINISTRATOR',
  'APPLICATION_OWNER',
  'CARD_OPERATOR',
  'PRINTER_OPERATOR',
  'READ_ONLY',
] as const satisfies readonly (keyof typeof rolePresets)[]
export type RolePresetId = (typeof rolePresetIds)[number]

/** Who gives a role: what they hold themselves, and whether in all groups. */
interface Giver {
  readonly permissions: Permissions
  readonly groupManagementAll: boolean
}

interface OfferedPreset {
  /** A giver who is limited to groups gives no role that is not. */
  readonly groupManagement: 'ALL' | 'SOME'
  readonly permissions: Readonly<Partial<Record<AdminType, readonly PermissionAction[]>>>
  /** Nothing was left out. */
  readonly isWhole: boolean
}

/** What a preset offers to this giver: nobody puts into a role what they do not hold. */
export const offeredPreset = (id: RolePresetId, giver: Giver): OfferedPreset => {
  const preset: RolePreset = rolePresets[id]
  const groupManagement = giver.groupManagementAll ? preset.groupManagement : 'SOME'
  const wanted = rightsOfRole({
    superAdministrator: false,
    groupManagement,
    groupIds: [],
    permissions: preset.permissions,
  }).permissions
  const rows = adminEntityTypes.filter(isBuilt).flatMap((entity) => {
    const actions = wanted[entity] ?? []
    const held = actions.filter((action) => may(giver.permissions, [entity, action]))
    return actions.length === 0 ? [] : [{ entity, held, isWhole: held.length === actions.length }]
  })
  return {
    groupManagement,
    permissions: Object.fromEntries(
      rows.flatMap(({ entity, held }) => (held.length === 0 ? [] : [[entity, held] as const])),
    ),
    isWhole: rows.every(({ isWhole }) => isWhole),
  }
}
