import { entityTypes, waitingTypes } from '@signet/rules/permissions'
import { describe, expect, it } from 'vitest'
import { changed, flagsOf, grantsOf, gridOf, sections, shownTypes } from './permission-grid.ts'

const none = { view: false, add: false, edit: false, remove: false }

describe('the matrix of permissions', () => {
  it('has every entity type once', () => {
    expect(Object.values(sections).flat().toSorted()).toEqual(entityTypes.toSorted())
  })

  it('shows every type but those that wait', () => {
    const waiting = Object.keys(waitingTypes)
    expect([...shownTypes, ...waiting].toSorted()).toEqual(entityTypes.toSorted())
  })

  it('keeps what a role permits on types that are not shown', () => {
    const before = gridOf({ CAS: ['VIEW'], USERS: ['VIEW'] })
    const after = changed(before, { entityType: 'GROUPS', action: 'view', isOn: true })
    expect(flagsOf(after, 'CAS')).toMatchObject({ view: true, edit: false })
    expect(grantsOf(after)).toEqual({ CAS: ['VIEW'], GROUPS: ['VIEW'], USERS: ['VIEW'] })
  })

  it('lets whoever may change something see it', () => {
    const edits = changed([], { entityType: 'GRIDS', action: 'edit', isOn: true })
    expect(edits).toEqual([{ entityType: 'GRIDS', ...none, view: true, edit: true }])
    const blind = changed(edits, { entityType: 'GRIDS', action: 'view', isOn: false })
    expect(blind).toEqual([])
  })

  it('gives and takes a whole row', () => {
    const whole = changed([], { entityType: 'USERS', action: 'all', isOn: true })
    expect(flagsOf(whole, 'USERS')).toMatchObject({ view: true, add: true, edit: true })
    expect(changed(whole, { entityType: 'USERS', action: 'all', isOn: false })).toEqual([])
  })

  it('is alike whatever was ticked first', () => {
    const tick = { action: 'view', isOn: true } as const
    const users = { entityType: 'USERS', ...tick } as const
    const roles = { entityType: 'ROLES', ...tick } as const
    expect(changed(changed([], users), roles)).toEqual(changed(changed([], roles), users))
  })
})
