import { describe, expect, it } from 'vitest'
import { buildPieces, buildRole } from '../../testing/facts.ts'
import { sessionOf } from './facts.ts'

const none = { view: false, add: false, edit: false, remove: false }
const role = (change: Parameters<typeof buildRole>[0]) => buildRole({ permissions: [], ...change })

describe('what a session may see', () => {
  it('adds up the permissions of its roles; every right implies looking', () => {
    const roles = [
      role({ permissions: [{ entityType: 'USERS', ...none, edit: true }] }),
      role({ permissions: [{ entityType: 'GROUPS', ...none, view: true }] }),
    ]
    expect(sessionOf(buildPieces({ roles })).facts.permissions).toEqual({
      USERS: ['VIEW', 'EDIT'],
      GROUPS: ['VIEW'],
    })
  })

  it('is limited to groups by one role that is, and views what belongs to none', () => {
    const permissions = [{ entityType: 'APPLICATIONS' as const, ...none, edit: true }]
    const some = role({ permissions, groupManagement: 'SOME', groupIds: ['sales'] })
    const all = role({ permissions, groupManagement: 'ALL' })
    const facts = (roles: (typeof some)[]) => sessionOf(buildPieces({ roles })).facts
    expect(facts([some])).toMatchObject({
      groupManagementAll: false,
      permissions: { APPLICATIONS: ['VIEW'] },
    })
    expect(facts([some, all]).groupManagementAll).toBe(false)
    expect(facts([all]).groupManagementAll).toBe(true)
    expect(facts([{ ...some, superAdministrator: true }]).groupManagementAll).toBe(true)
  })

  it('takes the features and flags of the tenant’s bundles', {
    meta: { covers: ['visibility.feature-flags'] },
  }, () => {
    const given = { features: ['idpProxy'], bundles: { hasFleetManagement: true } }
    const { features, bundles } = sessionOf(buildPieces(given)).facts
    expect(features).toEqual(['idpProxy'])
    expect(bundles).toMatchObject({ hasFleetManagement: true, directTenant: false })
  })

  it('hides what is for advanced users from those who administer by roles of a provider alone', {
    meta: { covers: ['visibility.hidden-feature-g', 'visibility.restricted-roles'] },
  }, () => {
    const hides = (...roles: ReturnType<typeof role>[]) =>
      sessionOf(buildPieces({ roles })).facts.hiddenFeatureG
    expect(hides(role({ roleType: 'SERVICE_PROVIDER' }))).toBe(true)
    expect(hides(role({ roleType: 'SERVICE_PROVIDER' }), role({ roleType: 'ADMIN' }))).toBe(false)
    expect(hides(role({ roleType: 'ADMIN' }))).toBe(false)
  })

  it('counts as an administrator whoever holds more than a user’s role', () => {
    const isAdmin = (roles: ReturnType<typeof role>[]) =>
      sessionOf(buildPieces({ roles })).user.isAdmin
    expect(isAdmin([])).toBe(false)
    expect(isAdmin([role({ roleType: 'USER' })])).toBe(false)
    expect(isAdmin([role({ roleType: 'USER' }), role({ roleType: 'ADMIN' })])).toBe(true)
  })

  it('keeps a language it speaks and drops any other', () => {
    const locale = (wished: string | null) =>
      sessionOf(buildPieces({ user: { ...buildPieces().user, locale: wished } })).user.locale
    expect([locale('pt'), locale('tlh'), locale(null)]).toEqual(['pt', null, null])
  })
})
