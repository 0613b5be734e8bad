import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { builtInRoleIds, builtInRoles } from './built-in-roles.ts'
import {
  adminEntityTypes,
  entityTypes,
  type GrantedAction,
  may,
  type Need,
  permissionActions,
  providerEntityTypes,
  undividedTypes,
} from './permissions.ts'
import { holds, mergeRights, noRights, type Rights, rightsOfRole } from './roles.ts'

const groups = ['sales', 'support', 'research']
/** Few entity types, so that random roles overlap. */
const entities = ['USERS', 'ROLES', 'GRIDS', 'TENANTS'] as const
const actions = fc.subarray<GrantedAction>(['VIEW', 'ADD', 'EDIT', 'REMOVE', 'ALL'])

const role: fc.Arbitrary<Rights> = fc
  .record({
    superAdministrator: fc.boolean(),
    groupManagement: fc.constantFrom('ALL', 'SOME'),
    groupIds: fc.subarray(groups),
    permissions: fc.record({ USERS: actions, ROLES: actions, GRIDS: actions, TENANTS: actions }),
  })
  .map(rightsOfRole)

const isWithin = (inner: Set<string>, outer: Set<string>): boolean =>
  [...inner].every((word) => outer.has(word))

/** Everything these rights allow, one word for each thing. */
const powers = (rights: Rights): Set<string> => {
  const scope = rights.groupScope === 'ALL' ? [...groups, 'ALL'] : rights.groupScope
  const needs = entities.flatMap((entity) =>
    permissionActions.map((action): Need => [entity, action]),
  )
  const allowed = needs.filter((need) => may(rights.permissions, need))
  const words = allowed.flatMap((need) => scope.map((group) => [...need, group].join(' ')))
  return new Set(rights.superAdministrator ? [...words, 'super'] : words)
}

const step = fc.record({ from: fc.nat(3), to: fc.nat(3), wanted: role })

describe('rights', () => {
  test('reach nobody beyond what the first granter holds, by any sequence of grants', {
    meta: { covers: ['S22'] },
  }, () => {
    fc.assert(
      fc.property(role, fc.array(step, { maxLength: 30 }), (first, steps) => {
        const people: Rights[] = [first, noRights, noRights, noRights]
        for (const { from, to, wanted } of steps) {
          const [granter, target] = [people[from] ?? noRights, people[to] ?? noRights]
          if (holds(granter, wanted)) people[to] = mergeRights([target, wanted])
        }
        const own = powers(first)
        for (const person of people) expect(isWithin(powers(person), own)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('hold what lies within them and nothing else', () => {
    fc.assert(
      fc.property(role, role, (granter, wanted) => {
        expect(holds(granter, granter)).toBe(true)
        if (holds(granter, wanted)) expect(isWithin(powers(wanted), powers(granter))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test.each(undividedTypes)('limited to groups never change %s, which is in no group', (entity) => {
    const grants = {
      superAdministrator: false,
      groupIds: ['sales'],
      permissions: { [entity]: ['ALL'] },
    }
    const limited = rightsOfRole({ ...grants, groupManagement: 'SOME' } as const)
    expect(limited.permissions[entity]).toEqual(['VIEW'])
    const free = rightsOfRole({ ...grants, groupManagement: 'ALL' } as const)
    expect(free.permissions[entity]).toEqual(permissionActions)
    const other = { ...grants, groupManagement: 'SOME', permissions: { USERS: ['EDIT'] } } as const
    expect(mergeRights([free, rightsOfRole(other)]).permissions[entity]).toEqual(permissionActions)
  })

  // A new entity type belongs to people, groups or its maker, or it is undivided: somebody decides.
  const divided = {
    people: ['USERS', 'GRIDS', 'TOKENS', 'SMARTCARDS', 'ENROLLMENTS', 'ISSUANCE'],
    groups: ['GROUPS', 'ROLES'],
    maker: ['REPORTS', 'EXPORTREPORTS', 'SCHEDULEDTASKS'],
    makerOfRows: entityTypes.filter((type) => type.startsWith('BULK')),
  }

  test('are decided for every entity type', () => {
    const known = [...Object.values(divided).flat(), ...undividedTypes].toSorted()
    expect(known).toEqual([...entityTypes].toSorted())
  })

  test('of one group do not widen through a role for all groups', () => {
    const editor = rightsOfRole({
      superAdministrator: false,
      groupManagement: 'SOME',
      groupIds: ['sales'],
      permissions: { USERS: ['EDIT'] },
    })
    const merged = mergeRights([editor, rightsOfRole(builtInRoles.AUDITOR)])
    expect(merged.groupScope).toEqual(['sales'])
  })
})

describe('built-in roles', () => {
  const rights = (id: (typeof builtInRoleIds)[number]) => rightsOfRole(builtInRoles[id])

  test('stand under their own ids', { meta: { covers: ['permissions.named-roles'] } }, () => {
    expect(builtInRoleIds.map((id) => builtInRoles[id].id)).toEqual(builtInRoleIds)
    expect(Object.keys(builtInRoles)).toEqual([...builtInRoleIds])
  })

  test('give the super administrator every action of the tenant and none of the provider', () => {
    const { permissions } = rights('SUPER_ADMINISTRATOR')
    for (const entity of adminEntityTypes) expect(permissions[entity]).toEqual(permissionActions)
    for (const entity of providerEntityTypes) expect(permissions[entity]).toBeUndefined()
  })

  test('give the account manager every action of the provider', () => {
    const { permissions } = rights('ACCOUNT_MANAGER')
    expect(Object.keys(permissions).toSorted()).toEqual([...providerEntityTypes].toSorted())
  })

  test('let the auditor change nothing but reports', () => {
    const { permissions } = rights('AUDITOR')
    const changed = entityTypes.filter((entity) => permissions[entity]?.includes('EDIT'))
    const added = entityTypes.filter((entity) => permissions[entity]?.includes('ADD'))
    expect([changed, added]).toEqual([[], ['REPORTS', 'EXPORTREPORTS']])
  })

  test('rank: the super administrator holds the others, a site administrator not the super', () => {
    const others = ['SITE_ADMINISTRATOR', 'HELP_DESK', 'AUDITOR', 'USER'] as const
    for (const id of others) expect(holds(rights('SUPER_ADMINISTRATOR'), rights(id))).toBe(true)
    for (const id of ['HELP_DESK', 'AUDITOR', 'USER'] as const) {
      expect(holds(rights('SITE_ADMINISTRATOR'), rights(id))).toBe(true)
    }
    expect(holds(rights('SITE_ADMINISTRATOR'), rights('SUPER_ADMINISTRATOR'))).toBe(false)
    expect(holds(rights('HELP_DESK'), rights('SITE_ADMINISTRATOR'))).toBe(false)
    expect(holds(rights('SUPER_ADMINISTRATOR'), rights('ACCOUNT_MANAGER'))).toBe(false)
  })
})
