import { describe, expect, test } from 'vitest'
import {
  adminEntityTypes,
  type Permissions,
  permissionActions,
  undividedTypes,
  waitingTypes,
} from './permissions.ts'
import { offeredPreset, rolePresetIds, rolePresets } from './role-presets.ts'
import { holds, rightsOfRole } from './roles.ts'

const everything: Permissions = Object.fromEntries(
  adminEntityTypes.map((entity) => [entity, permissionActions]),
)
const superior = { permissions: everything, groupManagementAll: true }

describe('presets of a role', () => {
  test('are those that a new role can begin with', () => {
    expect(Object.keys(rolePresets).toSorted()).toEqual([...rolePresetIds].toSorted())
  })

  test.each(rolePresetIds)('%s offers a giver of everything all of it', (id) => {
    const { permissions, isWhole, groupManagement } = offeredPreset(id, superior)
    expect(isWhole).toBe(true)
    expect(groupManagement).toBe(rolePresets[id].groupManagement)
    expect(Object.keys(permissions).length).toBeGreaterThan(1)
    expect(Object.keys(permissions).filter((entity) => entity in waitingTypes)).toEqual([])
  })

  test.each(rolePresetIds)('%s never offers what its giver lacks', (id) => {
    const giver = { USERS: ['VIEW'], PRINTERS: ['VIEW', 'EDIT'] } as const satisfies Permissions
    const groupIds = ['sales']
    const own = { superAdministrator: false, permissions: giver, groupScope: groupIds }
    const { permissions, groupManagement } = offeredPreset(id, {
      permissions: giver,
      groupManagementAll: false,
    })
    const wanted = { superAdministrator: false, groupManagement, groupIds, permissions }
    expect(groupManagement).toBe('SOME')
    expect(holds(own, rightsOfRole(wanted))).toBe(true)
  })

  test('are marked where something was left out', () => {
    const clerk = { permissions: { PRINTERS: ['VIEW'] }, groupManagementAll: true } as const
    expect(offeredPreset('PRINTER_OPERATOR', clerk)).toEqual({
      groupManagement: 'ALL',
      permissions: { PRINTERS: ['VIEW'] },
      isWhole: false,
    })
  })

  test('limited to groups change nothing that is in no group', () => {
    const { permissions } = offeredPreset('GROUP_HELP_DESK', superior)
    for (const entity of undividedTypes) {
      const actions = entity in permissions ? permissions : {}
      expect(
        Object.entries(actions)
          .filter(([name]) => name === entity)
          .flat(2),
      ).not.toContain('EDIT')
    }
    expect(permissions).toMatchObject({ USERS: ['VIEW', 'EDIT'], TOKENS: ['VIEW', 'EDIT'] })
  })

  test('to read change nothing', () => {
    const { permissions } = offeredPreset('READ_ONLY', superior)
    expect([...new Set(Object.values(permissions).flat())]).toEqual(['VIEW'])
  })
})
