import { landingOrder } from '@signet/rules/landing'
import { entityTypes } from '@signet/rules/permissions'
import { describe, expect, it } from 'vitest'
import { features } from './features.ts'
import { textNow } from './lib/i18n.ts'

const screens = features.flatMap((feature) => feature.screens)
const twice = (words: readonly string[]): readonly string[] =>
  words.filter((word, at) => words.indexOf(word) !== at)

describe('the screens of the console', () => {
  it('have an address of their own', () => {
    expect(twice(screens.map(({ path }) => path.replaceAll(/:\w+/g, ':')))).toEqual([])
  })

  it('have a letter of their own, or none', () => {
    expect(twice(screens.flatMap(({ menu }) => menu?.letter ?? []))).toEqual([])
  })

  it('ask for what the product asks, of permission and account', () => {
    const asked = screens.map(({ path, needs = [], conditions = [] }) => [
      path,
      [...needs, ...conditions].join(' '),
    ])
    expect(Object.fromEntries(asked)).toEqual({
      '/dashboard': 'REPORTS VIEW',
      '/users': 'USERS VIEW',
      '/user/add': 'USERS ADD',
      '/user/:userId/:tab?': 'USERS VIEW',
      '/applications': 'APPLICATIONS VIEW notHiddenFeatureG',
      '/applications/add': 'APPLICATIONS ADD notHiddenFeatureG',
      '/applications/add/oidc/:templateId/:tab?': 'APPLICATIONS ADD notHiddenFeatureG',
      '/applications/oidc/:templateId/:id/:tab?': 'APPLICATIONS VIEW notHiddenFeatureG',
      '/reports': 'REPORTS VIEW',
      '/myprofile': 'showProfile',
      '/myprofile/devices': 'showDevices',
      '/myprofile/authenticators': 'showAuthenticators',
      '/myprofile/authenticators/app': 'showAuthenticators',
      '/myprofile/authenticators/passkey': 'showAuthenticators',
      '/password': '',
    })
  })

  it('ask for the same when they are where somebody lands after signing in', () => {
    const landings = landingOrder.filter(({ path }) => screens.some((one) => one.path === path))
    expect(landings.map(({ path }) => path)).toEqual(['/dashboard', '/users'])
    for (const { path, needs, conditions } of landings) {
      const screen = screens.find((one) => one.path === path)
      expect([screen?.needs, screen?.conditions ?? []]).toEqual([needs, conditions])
    }
  })

  it('stand in the drawer or have a list to go back to', () => {
    const lost = screens.filter(({ menu, parent }) => menu === undefined && parent === undefined)
    expect(lost).toEqual([])
  })

  it('have a page of the help guide each', () => {
    expect(screens.filter(({ help }) => help === undefined)).toEqual([])
  })

  it('belong to a list that exists', () => {
    const paths = new Set(screens.map(({ path }) => path))
    const orphans = screens.filter(({ parent }) => parent !== undefined && !paths.has(parent))
    expect(orphans).toEqual([])
  })

  it('ask for permissions that exist, and have English titles', () => {
    for (const { needs, title } of screens) {
      if (needs !== undefined) expect(entityTypes).toContain(needs[0])
      expect(textNow(title)).not.toContain('KEY_NOT_FOUND')
    }
  })

  it('stand in the drawer only where nothing must be filled in', () => {
    const filled = screens.filter(
      ({ menu, path }) => menu !== undefined && /:\w+(?!\w*\?)/.test(path),
    )
    expect(filled).toEqual([])
  })
})
