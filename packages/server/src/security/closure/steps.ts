import type { EntityType } from '@signet/rules/permissions'
import fc from 'fast-check'

const entities = [
  'USERS',
  'GROUPS',
  'ROLES',
  'OAUTHROLES',
  'BULKUSERS',
  'BULKGROUPS',
  'SETTINGS',
  'IDENTITYPROVIDERS',
] as const
/** The groups that there are at the beginning. */
export const groups = [
  '01890000-0000-7000-8000-000000000001',
  '01890000-0000-7000-8000-000000000002',
]

const all = { view: true, add: true, edit: true, remove: true }

/** Mostly all or nothing, so that most sequences get somewhere. */
const anyFlags = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constant(all),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      view: fc.boolean(),
      add: fc.boolean(),
      edit: fc.boolean(),
      remove: fc.boolean(),
    }),
  },
)
export const anyGrants = fc.record({
  permissions: fc
    .subarray([...entities])
    .chain((types) =>
      fc.tuple(...types.map((entityType) => anyFlags.map((flags) => ({ entityType, ...flags })))),
    ),
  scope: fc.constantFrom(
    { groupManagement: 'ALL', groupIds: groups.slice(0, 0) },
    { groupManagement: 'SOME', groupIds: groups.slice(0, 1) },
    { groupManagement: 'SOME', groupIds: groups },
  ),
})
export interface Grants {
  readonly permissions: readonly (Record<'view' | 'add' | 'edit' | 'remove', boolean> & {
    readonly entityType: EntityType
  })[]
  readonly scope: { readonly groupManagement: string; readonly groupIds: readonly string[] }
}

const place = fc.nat(60)
const kinds = [
  'create role',
  'update role',
  'delete role',
  'assign role',
  'remove role',
  'create user',
  'regroup',
  'switch off',
  'create group',
  'empty group',
  'delete group',
  'give oauth role',
  'import memberships',
  'import users',
  'configure provider',
  'work',
] as const

const stepOf = (some: readonly (typeof kinds)[number][]) =>
  fc.record({
    kind: fc.constantFrom(...some),
    by: place,
    to: place,
    at: place,
    grants: anyGrants,
  })

export const anyStep = stepOf(kinds)
/** Those that move people between groups. */
export const anyMove = stepOf(['create user', 'regroup', 'import memberships', 'work'])
export type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never

/** What lets somebody who is limited to one group move people by hand and by file. */
export const mover: Grants = {
  permissions: (['USERS', 'GROUPS', 'BULKGROUPS'] as const).map((entityType) => ({
    entityType,
    ...all,
  })),
  scope: { groupManagement: 'SOME', groupIds: groups.slice(0, 1) },
}
