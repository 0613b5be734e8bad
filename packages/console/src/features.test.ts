import { helpPages } from '@signet/rules/console'
import { landingOrder } from '@signet/rules/landing'
import { entityTypes } from '@signet/rules/permissions'
import { describe, expect, it } from 'vitest'
import { buildConsoleSession, buildTheme } from '../testing/facts.ts'
import { features } from './features.ts'
import type { Screen } from './kit/screen.ts'
import { textNow } from './lib/i18n.ts'
import { isShown } from './session/session-context.tsx'

const screens = features.flatMap((feature) => feature.screens)
const twice = (words: readonly string[]): readonly string[] =>
  words.filter((word, at) => words.indexOf(word) !== at)

/** Who sees a screen, and where it is in the menu: `/users: USERS VIEW [users u]`. */
const lineOf = ({ path, needs, orNeeds = [], conditions = [], menu }: Screen): string => {
  const also = orNeeds.flatMap((need) => ['or', ...need])
  const asked = [...(needs ?? []), ...also, ...conditions].join(' ')
  const place = menu === undefined ? [] : [`[${[menu.group, menu.letter ?? ''].join(' ').trim()}]`]
  return [`${path}:`, asked, ...place].filter((part) => part !== '').join(' ')
}

describe('the screens of the console', () => {
  it('have an address of their own', { meta: { covers: ['screen records'] } }, () => {
    expect(twice(screens.map(({ path }) => path.replaceAll(/:\w+/g, ':')))).toEqual([])
  })

  it('have a letter of their own, or none', () => {
    expect(twice(screens.flatMap(({ menu }) => menu?.letter ?? []))).toEqual([])
  })

  // `npm run generate` writes the snapshot; its diff shows in review who sees a page that changed.
  it('ask for the permission and account that the snapshot says, in its order', {
    meta: {
      covers: [
        'constant:fleet-alerts.tier',
        'direct-tenant.locked-hides',
        'purpose.end-users',
        'routing.authorization-needs',
        'routing.external-otp-needs',
        'routing.hash-routes',
        'routing.idp-needs',
        'routing.myreports-needs',
        'routing.passthrough-needs',
        'visibility.authentication-and-feature',
        'visibility.authentication-only',
        'visibility.fleet-alerts',
        'visibility.hidden-feature-g',
        'visibility.user-tabs',
        'screen:authorization/add',
        'screen:authorization/{id}/ccg',
        'screen:emailTemplates',
        'screen:identityproviders',
        'screen:identityproviders/oidc/{identityProviderId}',
        'screen:identityproviders/oidc/{type}/add',
        'screen:identityproviders/saml/{identityProviderId}',
        'screen:identityproviders/saml/{type}/add',
        'screen:myreports',
        'screen:organizations',
        'screen:organizations/add/{tab}',
        'screen:organizations/{id}/{tab}',
        'screen:roles',
        'screen:rules',
        'screen:rules/add/{applicationId}',
        'screen:rules/clone/{resourceRuleId}',
        'screen:rules/edit/{resourceRuleId}',
        'screen:settings/activesyncaccess',
        'screen:settings/authenticators',
        'screen:settings/blocklist',
        'screen:settings/devices',
        'screen:settings/email',
        'screen:settings/fmaasalerts',
        'screen:settings/general',
        'screen:settings/grouppolicies',
        'screen:settings/iplists',
        'screen:settings/notification',
        'screen:settings/onfido',
        'screen:settings/passthrough',
        'screen:settings/passthrough/add',
        'screen:settings/passthrough/{passthroughId}',
        'screen:settings/rba',
        'screen:settings/registration',
        'screen:settings/transactions',
        'screen:settings/UserNotification',
        'screen:settings/userportal',
        'screen:theme',
        'screen:tokens',
        'screen:userattributes',
        'screen records',
      ],
    },
  }, async () => {
    await expect(`${screens.map(lineOf).join('\n')}\n`).toMatchFileSnapshot('./features.snapshot')
  })

  it('say who sees them, but for the page on which everyone changes their password', () => {
    const open = screens.filter(
      ({ needs, orNeeds = [], conditions = [] }) =>
        needs === undefined && orNeeds.length === 0 && conditions.length === 0,
    )
    expect(open.map(({ path }) => path)).toEqual(['/password'])
  })

  it('are listed in the order that their features say', () => {
    const orders = features.map(({ order = Number.MAX_SAFE_INTEGER }) => order)
    expect(orders).toEqual(orders.toSorted((a, b) => a - b))
  })

  it('ask for the same when they are where somebody lands after signing in', {
    meta: { covers: ['routing.landing-order'] },
  }, () => {
    const landings = landingOrder.filter(({ path }) => screens.some((one) => one.path === path))
    expect(landings.map(({ path }) => path)).toEqual([
      '/dashboard',
      '/credentialdesigns',
      '/enrollmentdesigns',
      '/smartcard',
      '/credentials',
      '/externaldatabases',
      '/users',
    ])
    for (const { path, needs, conditions } of landings) {
      const screen = screens.find((one) => one.path === path)
      expect([screen?.needs, screen?.conditions ?? []]).toEqual([needs, conditions])
    }
  })

  it('stand in the drawer or have a list to go back to', {
    meta: { covers: ['routing.screen-title-breadcrumb'] },
  }, () => {
    const lost = screens.filter(({ menu, parent }) => menu === undefined && parent === undefined)
    expect(lost).toEqual([])
  })

  it('are shortened on a mobile device by what is drawn, connected and set up', {
    meta: { covers: ['visibility.mobile-device'] },
  }, () => {
    const hidden = screens.filter(
      ({ menu, conditions = [] }) => menu !== undefined && conditions.includes('notMobile'),
    )
    expect(hidden.map(({ path }) => path)).toEqual([
      '/credentialdesigns',
      '/enrollmentdesigns',
      '/mobileflashpassdesigns',
      '/siteagents',
      '/smartcard',
      '/externaldatabases',
    ])
  })

  it('are without applications and access policies for an account that only manages a fleet', {
    meta: { covers: ['visibility.fleet-only'] },
  }, () => {
    const { facts } = buildConsoleSession({
      theme: buildTheme({ authenticationAccount: false }),
      bundles: { hasFleetManagement: true, fleetManagementOnly: true },
    })
    const left = screens.filter(
      (screen) =>
        isShown(screen, facts) && ['applications', 'access'].includes(screen.menu?.group ?? ''),
    )
    expect(left.map(({ path }) => path)).toEqual(['/webhooks', '/settings/blocklist'])
  })

  it('have a page of the help guide each', { meta: { covers: ['help.links'] } }, () => {
    expect(screens.filter(({ help }) => !helpPages.includes(help))).toEqual([])
  })

  it('belong to a list that exists', () => {
    const paths = new Set(screens.map(({ path }) => path))
    const orphans = screens.filter(({ parent }) => parent !== undefined && !paths.has(parent))
    expect(orphans).toEqual([])
  })

  it('ask for permissions that exist, and have English titles', {
    meta: { covers: ['routing.screen-title-breadcrumb'] },
  }, () => {
    for (const { needs, orNeeds = [], title } of screens) {
      for (const [entity] of orNeeds) expect(entityTypes).toContain(entity)
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
