import { describe, expect, test } from 'vitest'
import { isAuthenticatorShown } from './authenticators.ts'
import { planBundle } from './bundles.ts'
import { countryOfHost, countryOfSuffix } from './countries.ts'
import { isDirectTenantReady, mustPollPrinters } from './issuance.ts'
import * as locales from './locales.ts'
import { retryWaitSeconds } from './retry.ts'
import { isAuthenticated, mustAutoRenew } from './sessions.ts'
import { credentialVariableFaults } from './smart-credentials.ts'
import { authenticatorStatus, expiryStatus } from './status.ts'
import { mustAcknowledgeTerms } from './terms.ts'
import { contractExpiryCaption, daysLeft } from './usage.ts'
import { isEditRestricted } from './users.ts'

describe('statuses', () => {
  const now = '2024-06-01T00:00:00Z'

  test('expired stands above change required, which stands above compromised', {
    meta: { covers: ['status.authenticator'] },
  }, () => {
    const all = { present: true, compromised: true, forceUpdate: true, expiryTime: now }
    expect(authenticatorStatus(all, now)).toBe('EXPIRED')
    expect(authenticatorStatus({ ...all, expiryTime: null }, now)).toBe('CHANGEREQUIRED')
  })

  test('what expires at this very instant has expired, what has no expiry never does', {
    meta: { covers: ['status.expiry-only'] },
  }, () => {
    expect(expiryStatus(now, new Date(now))).toBe('EXPIRED')
    expect(expiryStatus(null, now)).toBe('ACTIVE')
  })
})

describe('locales', () => {
  test.each([
    ['de-AT', 'de'],
    ['zh-Hant-HK', 'zh-tw'],
    ['zh-Hans', 'zh-cn'],
    ['zh-TW', 'zh-tw'],
    ['no', 'nb'],
    ['pt_BR', 'pt'],
    ['zh_TW.UTF-8', 'zh-tw'],
    ['zh_HK.Big5-HKSCS', 'zh-tw'],
    ['de_DE@euro', 'de'],
    ['C.UTF-8', null],
    ['xx', null],
    ['', null],
  ])('%s is %s', (tag, locale) => {
    expect(locales.localeOfTag(tag)).toBe(locale)
  })

  test('every locale is named by a canonical tag', () => {
    const tags = locales.locales.map(locales.tagOfLocale)
    expect(tags).toEqual(Intl.getCanonicalLocales(tags))
    expect([tags.at(-1), tags[0]]).toEqual(['zh-TW', 'da'])
  })

  test('the first wish that exists wins, else the fallback', () => {
    expect(locales.pickLocale(['xx', 'sv-SE', 'de'], 'en')).toBe('sv')
    expect(locales.pickLocale(['xx'], 'fr')).toBe('fr')
  })

  test.each([
    ['th', 'th'],
    ['th-TH,th;q=0.9,en-US;q=0.8,en;q=0.7', 'th'],
    ['en;q=0.3, de;q=0.9', 'de'],
    ['tlh, nn-NO;q=0.8, sv;q=0.8', 'nb'],
    ['de;q=0, *;q=0.5, ja ; Q = 0.1', 'ja'],
    ['de;q=much, it;q=0.001', 'it'],
    ['zh-Hant-TW;q=1.0', 'zh-tw'],
    ['', 'fr'],
    [',;q=1,;;=', 'fr'],
  ])('a browser that asks for %s is spoken to in %s', (header, locale) => {
    expect(locales.pickLocale(locales.wishedTags(header), 'fr')).toBe(locale)
  })

  test('administration and help fall back to English', {
    meta: { covers: ['i18n.help-guides'] },
  }, () => {
    expect([locales.adminLocaleFor('de'), locales.adminLocaleFor('pt')]).toEqual(['en', 'pt'])
    expect([locales.helpGuideLocaleFor('de'), locales.helpGuideLocaleFor('pt')]).toEqual([
      'de',
      'en',
    ])
  })
})

test('a host names a country by its last label, or none', {
  meta: {
    covers: [
      'tenancy.country-from-host',
      'constant:country.suffix-count',
      'constant:country.uk-maps-to',
    ],
  },
}, () => {
  expect(countryOfHost('acme.signet.uk')).toBe('GB')
  expect(countryOfHost('acme.localhost')).toBeNull()
  expect(countryOfSuffix('constructor')).toBeNull()
})

describe('plan bundle', () => {
  const tenant = {
    isRootProvider: false,
    isProvider: false,
    authenticationAccount: true,
    tier: 1,
    bundles: ['CONSUMER', 'STANDARD'],
  } as const

  test('is premium for the root, the only one there is, plus for tier 1, else the highest', {
    meta: {
      covers: [
        'bundles.plan-highest',
        'bundles.plan-root',
        'bundles.plan-single',
        'bundles.plan-tier1',
        'constant:plan-bundle.provider-tier',
      ],
    },
  }, () => {
    expect(planBundle({ ...tenant, isRootProvider: true })).toBe('PREMIUM')
    expect(planBundle({ ...tenant, isProvider: true, bundles: ['CONSUMER'] })).toBe('CONSUMER')
    expect(planBundle({ ...tenant, isProvider: true })).toBe('PLUS')
    expect(planBundle(tenant)).toBe('STANDARD')
    expect(planBundle({ ...tenant, bundles: [] })).toBeNull()
  })
})

test('the contract caption counts days, then hours, then says it is over', {
  meta: { covers: ['usage.captions'] },
}, () => {
  const now = new Date('2024-06-01T00:00:00Z')
  const caption = (end: string) => contractExpiryCaption(new Date(end), now)
  expect(caption('2024-06-03T01:00:00Z')).toEqual({ caption: 'daysLeft', count: 3 })
  expect(caption('2024-06-01T23:30:00Z')).toEqual({ caption: 'hoursLeft', count: 24 })
  expect(caption('2024-06-01T00:00:00Z')).toEqual({ caption: 'contractExpired', count: 0 })
  expect(daysLeft(new Date('2024-05-01T00:00:00Z'), now)).toBe(0)
})

test('the wait after 429 takes the header with a fraction below one second', {
  meta: { covers: ['constant:retry.rate-limit-jitter-max'] },
}, () => {
  expect(retryWaitSeconds(2, ' 7 ', () => 0.5)).toBe(7.5)
  expect(retryWaitSeconds(2, '-7', () => 0.5)).toBe(2)
})

test('a session renews by itself only with someone at work', {
  meta: { covers: ['session.auto-renew'] },
}, () => {
  const counter = { remainingMs: 14_999, prompting: false, idle: false }
  expect(mustAutoRenew(counter)).toBe(true)
  expect(mustAutoRenew({ ...counter, remainingMs: 15_000 })).toBe(false)
  expect(mustAutoRenew({ ...counter, remainingMs: 0 })).toBe(false)
  expect(mustAutoRenew({ ...counter, prompting: true })).toBe(false)
  expect(mustAutoRenew({ ...counter, idle: true })).toBe(false)
  expect(isAuthenticated({ isAuthenticatedJwt: false, isStepAuth: true })).toBe(true)
})

test('a credential variable names every rule it breaks', () => {
  const never = {
    digit: 'NOT_ALLOWED',
    lowercase: 'NOT_ALLOWED',
    uppercase: 'NOT_ALLOWED',
    special: 'NOT_ALLOWED',
  } as const
  const broken = {
    modifiable: true,
    displayable: false,
    defaultValue: '',
    generate: false,
    maxLength: 0,
  }
  expect(credentialVariableFaults({ ...broken, restrictions: never })).toEqual([
    'all_classes_forbidden',
    'modifiable_not_displayable',
    'modifiable_without_value',
  ])
  expect(
    credentialVariableFaults({ ...broken, restrictions: { ...never, digit: 'REQUIRED' } }),
  ).toContain('max_length_too_small')
})

test('the terms are asked of administrators of authentication tenants, once', {
  meta: { covers: ['terms.skip-direct-issuance', 'terms.who'] },
}, () => {
  const facts = {
    isAdmin: true,
    authenticationAccount: true,
    issuanceAccount: false,
    directTenant: false,
    legalAcknowledged: false,
  }
  expect(mustAcknowledgeTerms(facts)).toBe(true)
  expect(mustAcknowledgeTerms({ ...facts, isAdmin: false })).toBe(false)
  expect(mustAcknowledgeTerms({ ...facts, legalAcknowledged: true })).toBe(false)
  expect(mustAcknowledgeTerms({ ...facts, authenticationAccount: false })).toBe(false)
  expect(mustAcknowledgeTerms({ ...facts, issuanceAccount: true, directTenant: true })).toBe(false)
})

test('a direct tenant waits for a printer that is idle and ready', {
  meta: { covers: ['direct-tenant.polls-printers', 'direct-tenant.ready'] },
}, () => {
  expect(isDirectTenantReady([{ status: 'IDLE', ptpReady: false }])).toBe(false)
  expect(isDirectTenantReady([{ status: 'BUSY', ptpReady: true }])).toBe(false)
  expect(isDirectTenantReady([{ status: 'IDLE', ptpReady: true }])).toBe(true)
  const waiting = { issuanceAccount: true, directTenant: true, directTenantLocked: true }
  expect(mustPollPrinters(waiting)).toBe(true)
  expect(mustPollPrinters({ ...waiting, directTenantLocked: false })).toBe(false)
})

test('editing is restricted for oneself and for users of directories', {
  meta: { covers: ['permissions.edit-restriction-type'] },
}, () => {
  expect(isEditRestricted({ id: 'a', type: 'MGMT_UI' }, 'b')).toBe(false)
  expect(isEditRestricted({ id: 'a', type: 'MGMT_UI' }, 'a')).toBe(true)
  expect(isEditRestricted({ id: 'a', type: 'LDAP_AD' }, 'b')).toBe(true)
  expect(isEditRestricted({ id: 'a', type: 'EXTERNAL' }, 'b')).toBe(true)
})

test('push to a smart credential shows with smart login only', {
  meta: { covers: ['visibility.smart-login-off'] },
}, () => {
  expect(isAuthenticatorShown('SMARTCREDENTIALPUSH', { smartLoginEnabled: false })).toBe(false)
  expect(isAuthenticatorShown('SMARTCREDENTIALPUSH', { smartLoginEnabled: true })).toBe(true)
  expect(isAuthenticatorShown('GRID', { smartLoginEnabled: false })).toBe(true)
})
