import {
  type BulkColumn,
  type BulkKindFacts,
  needed,
  onUsers,
  optional,
  target,
  yesNo,
} from './bulk-facts.ts'

const yesNoColumn = (name: string): BulkColumn => ({ name, required: false, values: yesNo })
const onMatching = { ...onUsers, fromFilter: true } as const
const onGroups = { ...onUsers, entity: 'BULKGROUPS', names: ['id', 'name'] } as const
const flag = { ...onMatching, action: 'set', reversible: true } as const
const flagColumns: readonly BulkColumn[] = [
  ...target,
  { name: 'required', required: true, values: yesNo },
]
const passwords: readonly BulkColumn[] = [
  { name: 'password', required: false, secret: true },
  { name: 'passwordHash', required: false, secret: true },
  yesNoColumn('passwordChangeRequired'),
]

/** Columns that an imported user may have beside the user id. */
export const importedUserFields = [
  'firstName',
  'lastName',
  'email',
  'mobile',
  'phone',
  'locale',
  'externalId',
  'userPrincipalName',
  'securityId',
] as const

/** Kinds of bulk operation on users. */
export const userKinds = {
  importusers: {
    ...onUsers,
    action: 'import',
    type: 'users',
    names: ['userId'],
    existing: ['ERROR', 'SKIP', 'UPDATE'],
    ownColumns: 'ATTRIBUTES',
    columns: [
      needed('userId'),
      ...importedUserFields.map(optional),
      optional('userAliases'),
      { name: 'state', required: false, values: ['ACTIVE', 'INACTIVE', 'REGISTERING'] },
      yesNoColumn('registrationRequired'),
      yesNoColumn('verificationRequired'),
      ...passwords,
    ],
  },
  deleteusers: { ...onMatching, action: 'delete', type: 'users', columns: target },
  setuserstate: {
    ...onMatching,
    action: 'set',
    type: 'userstate',
    isCatalogued: false,
    reversible: true,
    columns: [
      ...target,
      {
        name: 'state',
        required: true,
        values: ['ACTIVE', 'INACTIVE', 'REGISTERING', 'LOCKED', 'UNLOCKED'],
      },
      optional('lockReason'),
    ],
  },
  setgroupmembership: {
    ...onMatching,
    action: 'set',
    type: 'groupmembership',
    isCatalogued: false,
    reversible: true,
    onlyFromLists: true,
    columns: [...target, needed('group'), { name: 'member', required: true, values: yesNo }],
  },
  setregistration: { ...flag, type: 'registration', columns: flagColumns },
  setverification: { ...flag, type: 'verification', columns: flagColumns },
  assignpasswords: {
    ...onUsers,
    action: 'assign',
    type: 'passwords',
    columns: [...target, ...passwords],
  },
  resetpasswords: { ...onMatching, action: 'reset', type: 'passwords', columns: target },
} as const satisfies Readonly<Record<string, BulkKindFacts>>

/** Kinds of bulk operation on groups. */
export const groupKinds = {
  importgroups: {
    ...onGroups,
    action: 'import',
    type: 'groups',
    names: ['name'],
    existing: ['ERROR', 'SKIP', 'UPDATE'],
    columns: [needed('name'), optional('description'), optional('externalId')],
  },
  importusergroups: {
    ...onGroups,
    action: 'import',
    type: 'usergroups',
    names: ['id', 'userId'],
    columns: [...target, needed('group')],
  },
  deletegroups: {
    ...onGroups,
    action: 'delete',
    type: 'groups',
    columns: [optional('id'), optional('name')],
  },
} as const satisfies Readonly<Record<string, BulkKindFacts>>
