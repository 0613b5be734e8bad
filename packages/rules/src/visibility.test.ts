import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type LandingFacts,
  landing,
  landingOrder,
  pageTitle,
  portalHome,
  safeRedirect,
} from './landing.ts'
import {
  type Condition,
  conditions,
  holdsCondition,
  isRestricted,
  isVisible,
  seesReleases,
} from './visibility.ts'

const nobody: LandingFacts = {
  theme: {
    authenticationAccount: false,
    issuanceAccount: false,
    isSp: false,
    parentHostname: 'above.example',
    smartLoginEnabled: false,
    tier: 0,
  },
  features: [],
  bundles: {
    directTenant: false,
    directTenantLocked: false,
    hasFleetManagement: false,
    fleetManagementOnly: false,
  },
  selfSettings: {
    externalOtpAllowed: false,
    defaultTab: 'APPLICATIONS',
    showApplications: false,
    showAuthenticators: false,
    showDevices: false,
    showMyActivities: false,
    showProfile: false,
    showTenants: false,
  },
  permissions: {},
  groupManagementAll: false,
  hiddenFeatureG: false,
  mobile: false,
  redirect: null,
  registrationRequired: false,
  verificationRequired: false,
}
const { theme, bundles, selfSettings } = nobody

/** For each condition the change of facts that turns it. */
const turns: Readonly<Record<Condition, Partial<LandingFacts>>> = {
  authAccount: { theme: { ...theme, authenticationAccount: true } },
  notAuthAccount: { theme: { ...theme, authenticationAccount: true } },
  issuanceAccount: { theme: { ...theme, issuanceAccount: true } },
  serviceProvider: { theme: { ...theme, isSp: true } },
  noProviderAbove: { theme: { ...theme, parentHostname: null } },
  smartLogin: { theme: { ...theme, smartLoginEnabled: true } },
  tier1: { theme: { ...theme, tier: 1 } },
  authApi: { features: ['authApi'] },
  externalRiskEngine: { features: ['externalRiskEngine'] },
  idpProxy: { features: ['idpProxy'] },
  oAuthV2ApiProtection: { features: ['oAuthV2ApiProtection'] },
  openIdConnectApplicationsIntegration: { features: ['openIdConnectApplicationsIntegration'] },
  scimProvisioning: { features: ['scimProvisioning'] },
  hasFleetManagement: { bundles: { ...bundles, hasFleetManagement: true } },
  notDirectLocked: { bundles: { ...bundles, directTenant: true, directTenantLocked: true } },
  notDirectTenant: { bundles: { ...bundles, directTenant: true } },
  externalOtpAllowed: { selfSettings: { ...selfSettings, externalOtpAllowed: true } },
  showApplications: { selfSettings: { ...selfSettings, showApplications: true } },
  showMyActivities: { selfSettings: { ...selfSettings, showMyActivities: true } },
  showProfile: { selfSettings: { ...selfSettings, showProfile: true } },
  showAuthenticators: { selfSettings: { ...selfSettings, showAuthenticators: true } },
  showDevices: { selfSettings: { ...selfSettings, showDevices: true } },
  showTenants: { selfSettings: { ...selfSettings, showTenants: true } },
  groupManagementAll: { groupManagementAll: true },
  notHiddenFeatureG: { hiddenFeatureG: true },
  notFleetOnly: { bundles: { ...bundles, fleetManagementOnly: true } },
  notMobile: { mobile: true },
}

describe('conditions', () => {
  test.each(conditions)(
    '%s turns with its fact and with nothing else',
    {
      meta: {
        covers: [
          'permissions.group-management',
          'constant:fleet-alerts.tier',
          'direct-tenant.locked-hides',
          'routing.myreports-needs',
          'visibility.authentication-and-feature',
          'visibility.authentication-only',
          'visibility.feature-flags',
          'visibility.fleet-only',
          'visibility.hidden-feature-g',
          'visibility.issuance-only',
          'visibility.mobile-device',
          'visibility.mobile-flash-pass-settings',
          'visibility.smart-login',
          'visibility.tier-1',
        ],
      },
    },
    (condition) => {
      const before = holdsCondition(condition, nobody)
      expect(before).toBe(condition.startsWith('not'))
      for (const other of conditions) {
        const after = holdsCondition(condition, { ...nobody, ...turns[other] })
        const isSame = JSON.stringify(turns[other]) === JSON.stringify(turns[condition])
        const isPart = condition === 'notDirectTenant' && other === 'notDirectLocked'
        expect(after).toBe(isSame || isPart ? !before : before)
      }
    },
  )

  test('a direct tenant that is not locked hides nothing', {
    meta: { covers: ['direct-tenant.locked-hides'] },
  }, () => {
    const facts = { ...nobody, bundles: { ...bundles, directTenant: true } }
    expect(holdsCondition('notDirectLocked', facts)).toBe(true)
  })
})

test('fleet management alone restricts no account that signs people in', {
  meta: { covers: ['visibility.fleet-only'] },
}, () => {
  const fleetOnly = { ...nobody, ...turns.notFleetOnly }
  expect(holdsCondition('notFleetOnly', fleetOnly)).toBe(false)
  expect(holdsCondition('notFleetOnly', { ...fleetOnly, ...turns.authAccount })).toBe(true)
})

test.each([
  [['SERVICE_PROVIDER'], true],
  [['USER', 'SERVICE_PROVIDER'], true],
  [['SERVICE_PROVIDER', 'ADMIN'], false],
  [['ADMIN'], false],
  [['USER'], false],
  [[], false],
] as const)(
  'roles of the types %j are restricted: %s',
  { meta: { covers: ['visibility.hidden-feature-g', 'visibility.restricted-roles'] } },
  (types, expected) => {
    expect(isRestricted(types)).toBe(expected)
  },
)

describe('a release', () => {
  const facts = {
    issuanceAccount: true,
    showNotification: true,
    roles: [null, 'SITE_ADMINISTRATOR'],
  }

  test('is announced to two roles of an account that issues, if their holder wants notifications', {
    meta: { covers: ['shell.release-notes', 'shell.user-notification'] },
  }, () => {
    expect(seesReleases(facts)).toBe(true)
    expect(seesReleases({ ...facts, roles: ['SUPER_ADMINISTRATOR'] })).toBe(true)
    expect(seesReleases({ ...facts, roles: [null, 'HELP_DESK', 'USER'] })).toBe(false)
    expect(seesReleases({ ...facts, issuanceAccount: false })).toBe(false)
    expect(seesReleases({ ...facts, showNotification: false })).toBe(false)
  })
})

describe('a screen', () => {
  const screen = { needs: ['GRIDS', 'VIEW'], conditions: ['authAccount', 'authApi'] } as const
  const facts = {
    ...nobody,
    ...turns.authAccount,
    ...turns.authApi,
    permissions: { GRIDS: ['VIEW'] },
  } as const

  test('shows when permission and every condition hold', {
    meta: { covers: ['visibility.basis'] },
  }, () => {
    expect(isVisible(screen, facts)).toBe(true)
    expect(isVisible({ conditions: [] }, nobody)).toBe(true)
  })

  test('hides from a provider under a support grant where it asks for no permission', () => {
    const provider = { ...facts, underGrant: true }
    expect(isVisible(screen, provider)).toBe(true)
    expect(isVisible({ conditions: [] }, provider)).toBe(false)
  })

  test('hides when one of them does not', { meta: { covers: ['visibility.basis'] } }, () => {
    expect(isVisible(screen, { ...facts, permissions: { GRIDS: [] } })).toBe(false)
    expect(isVisible(screen, { ...facts, permissions: {} })).toBe(false)
    expect(isVisible(screen, { ...facts, features: [] })).toBe(false)
    expect(isVisible(screen, { ...facts, theme })).toBe(false)
  })
})

describe('landing', () => {
  const issuer = {
    ...nobody,
    theme: { ...theme, issuanceAccount: true },
    permissions: {
      REPORTS: ['VIEW'],
      CREDENTIALDESIGNS: ['VIEW'],
      ENROLLMENTDESIGNS: ['VIEW'],
      SMARTCARDS: ['VIEW'],
      ENROLLMENTS: ['VIEW'],
      ISSUANCE: ['VIEW'],
      USERS: ['VIEW'],
    },
  } as const satisfies LandingFacts

  test('is the first allowed of the list, else the own profile', {
    meta: { covers: ['routing.landing-order'] },
  }, () => {
    const paths: string[] = []
    let facts: LandingFacts = issuer
    for (const { needs } of landingOrder) {
      paths.push(landing(facts))
      if (needs) facts = { ...facts, permissions: { ...facts.permissions, [needs[0]]: [] } }
    }
    expect(paths).toEqual([
      '/dashboard',
      '/credentialdesigns',
      '/enrollmentdesigns',
      '/smartcard',
      '/credentials',
      '/externaldatabases',
      '/users',
    ])
    expect(landing(facts)).toBe('/myprofile')
  })

  test('is the credentials for an issuance user on a mobile device who may see them', {
    meta: { covers: ['routing.landing-mobile-issuance'] },
  }, () => {
    expect(landing({ ...issuer, mobile: true })).toBe('/credentials')
    expect(landing({ ...issuer, mobile: true, theme })).toBe('/dashboard')
  })

  test('is no designer on a mobile device', {
    meta: { covers: ['visibility.mobile-device'] },
  }, () => {
    const permissions = { ...issuer.permissions, REPORTS: [], ENROLLMENTS: [] }
    expect(landing({ ...issuer, permissions })).toBe('/credentialdesigns')
    expect(landing({ ...issuer, permissions, mobile: true })).toBe('/users')
  })

  test('follows a redirect first, and stops at the entrance for registration', {
    meta: { covers: ['routing.landing-query'] },
  }, () => {
    expect(landing({ ...issuer, mobile: true, redirect: '/users?x=1' })).toBe('/users?x=1')
    expect(landing({ ...issuer, redirect: '/users', registrationRequired: true })).toBe(
      '/?redirect=%2Fusers',
    )
    expect(landing({ ...nobody, verificationRequired: true })).toBe('/?redirect=%2Fmyprofile')
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/a\nb',
    '',
    'users',
    `/${'a'.repeat(2001)}`,
  ])('does not follow %j', (redirect) => {
    expect(landing({ ...issuer, redirect })).toBe('/dashboard')
  })

  test('never leaves the host: the platform resolves every safe redirect to it', {
    meta: { covers: ['S17'] },
  }, () => {
    const text = fc.string({
      unit: fc.constantFrom('/', '\\', '.', ':', 'a', '@', '\t', '?', '#', '\u0000'),
    })
    fc.assert(
      fc.property(text, (redirect) => {
        const safe = safeRedirect(redirect)
        if (safe === null) return
        expect(new URL(safe, 'https://signet.example').host).toBe('signet.example')
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the user portal', () => {
  const tabs = { showProfile: true, showAuthenticators: true, showDevices: true } as const
  const home = (change: Partial<typeof selfSettings>) =>
    portalHome({ ...nobody, selfSettings: { ...selfSettings, ...change } })

  test('begins with its default tab', { meta: { covers: ['visibility.user-tabs'] } }, () => {
    expect(home({ ...tabs, defaultTab: 'DEVICES' })).toBe('/myprofile/devices')
    expect(home({ showMyActivities: true, defaultTab: 'MY_ACTIVITIES' })).toBe('/myreports')
    expect(home({ ...tabs, showTenants: true, defaultTab: 'TENANTS' })).toBe('/myprofile/tenants')
  })

  test('begins with the first tab that is shown when the default one is not, or has no page', {
    meta: { covers: ['routing.default-route', 'visibility.user-tabs'] },
  }, () => {
    expect(home({ ...tabs, showApplications: true })).toBe('/myprofile/applications')
    expect(home(tabs)).toBe('/myprofile/profile')
    expect(home({ ...tabs, showProfile: false })).toBe('/myprofile/authenticators')
    const without = { ...tabs, defaultTab: 'DEVICES', showDevices: false } as const
    expect(home(without)).toBe('/myprofile/profile')
    expect(home({})).toBe('/myprofile/profile')
  })
})

test('the title of an account that only issues names the tenant', {
  meta: { covers: ['tenancy.page-title', 'page titles'] },
}, () => {
  expect(pageTitle({ authenticationAccount: true, companyName: 'Acme', tier: 0 })).toEqual({
    title: 'authentication',
    tenantName: null,
  })
  expect(pageTitle({ authenticationAccount: false, companyName: 'Acme', tier: 0 })).toEqual({
    title: 'issuance',
    tenantName: 'Acme',
  })
})

test('the title of an account of tier 1 names it', {
  meta: { covers: ['visibility.tier-1'] },
}, () => {
  const titled = { authenticationAccount: true, companyName: 'Acme' }
  expect(pageTitle({ ...titled, tier: 1 })).toEqual({
    title: 'authentication',
    tenantName: 'Acme',
  })
  expect(pageTitle({ ...titled, tier: 2 }).tenantName).toBeNull()
})
