import { describe, expect, it } from 'vitest'
import { builtInRoles } from './built-in-roles.ts'
import { providerEntityTypes } from './permissions.ts'
import { rightsOfRole } from './roles.ts'
import {
  isSupportRole,
  permittedByBoth,
  readOnlySupport,
  supportCeiling,
  supportRequestMillis,
  supportState,
} from './support.ts'

const at = (millis: number): Date => new Date(millis)
const request = { createdAt: at(0), grantedAt: null, endsAt: null, endedAt: null }
const grant = { ...request, grantedAt: at(10), endsAt: at(100) }

describe('the state of a support grant', () => {
  it.each([
    ['REQUESTED', request, 0],
    ['REQUESTED', request, supportRequestMillis - 1],
    ['EXPIRED', request, supportRequestMillis],
    ['ACTIVE', grant, 99],
    ['EXPIRED', grant, 100],
    ['ENDED', { ...grant, endedAt: at(50) }, 60],
    ['ENDED', { ...grant, endedAt: at(50) }, 200],
    ['ENDED', { ...request, endedAt: at(50) }, 60],
  ] as const)('is %s', (state, times, now) => {
    expect(supportState(times, at(now))).toBe(state)
  })
})

describe('the rights under a support grant', () => {
  it('never include grants, exports or what is the provider’s', () => {
    for (const type of ['SUPPORTGRANTS', 'EXPORTREPORTS', 'ARCHIVES', ...providerEntityTypes]) {
      expect(Object.keys(supportCeiling)).not.toContain(type)
      expect(Object.keys(readOnlySupport)).not.toContain(type)
    }
  })

  it('change nothing by which access outlives the grant', () => {
    for (const type of ['ROLES', 'APPLICATIONS', 'WEBHOOKS', 'SCHEDULEDTASKS'] as const) {
      expect(supportCeiling[type]).toEqual(['VIEW'])
    }
  })

  it('without a role are to view', () => {
    expect(new Set(Object.values(readOnlySupport).flat())).toEqual(new Set(['VIEW']))
    expect(Object.keys(readOnlySupport)).toEqual(Object.keys(supportCeiling))
  })

  it('are what both sides permit', () => {
    expect(
      permittedByBoth({ USERS: ['VIEW', 'EDIT'], GRIDS: ['VIEW'] }, { USERS: ['EDIT', 'ADD'] }),
    ).toEqual({ USERS: ['EDIT'] })
  })

  it('may be those of the help desk, not of other built-in administrators', () => {
    const isLent = (id: keyof typeof builtInRoles) => isSupportRole(rightsOfRole(builtInRoles[id]))
    expect(isLent('HELP_DESK')).toBe(true)
    expect(isLent('SITE_ADMINISTRATOR')).toBe(false)
    expect(isLent('SUPER_ADMINISTRATOR')).toBe(false)
    expect(isLent('AUDITOR')).toBe(false)
  })
})
