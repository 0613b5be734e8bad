import { providerTier } from './tenants.ts'
import { type UserTab, userTabs } from './users.ts'
import { isVisible, type SessionFacts, type VisibleScreen } from './visibility.ts'

export interface LandingScreen extends VisibleScreen {
  readonly path: string
}

const issuance = ['issuanceAccount', 'notDirectLocked'] as const
const designs = [...issuance, 'notMobile'] as const
const advanced = ['issuanceAccount', 'notHiddenFeatureG', 'notMobile'] as const

/** Where a person starts after sign-in: the first screen of this list that they may see. */
export const landingOrder: readonly LandingScreen[] = [
  { path: '/dashboard', needs: ['REPORTS', 'VIEW'], conditions: [] },
  { path: '/credentialdesigns', needs: ['CREDENTIALDESIGNS', 'VIEW'], conditions: designs },
  { path: '/enrollmentdesigns', needs: ['ENROLLMENTDESIGNS', 'VIEW'], conditions: designs },
  { path: '/smartcard', needs: ['SMARTCARDS', 'VIEW'], conditions: advanced },
  { path: '/credentials', needs: ['ENROLLMENTS', 'VIEW'], conditions: issuance },
  { path: '/externaldatabases', needs: ['ISSUANCE', 'VIEW'], conditions: advanced },
  { path: '/users', needs: ['USERS', 'VIEW'], conditions: [] },
]

/** The user portal, at its starting tab: the default route of signed-in users. */
export const portalStart = '/myprofile'

/** Where each tab of the user portal stands that has a page, in their order. */
const tabPaths: ReadonlyMap<UserTab, string> = new Map([
  ['APPLICATIONS', '/myprofile/applications'],
  ['PROFILE', '/myprofile/profile'],
  ['AUTHENTICATORS', '/myprofile/authenticators'],
  ['DEVICES', '/myprofile/devices'],
  ['MY_ACTIVITIES', '/myreports'],
  ['TENANTS', '/myprofile/tenants'],
])

/** The starting tab of the user portal: its default one, else the first that is shown. */
export const portalHome = ({ selfSettings }: SessionFacts): string => {
  const { defaultTab } = selfSettings
  const shown = [...tabPaths.keys()].filter((tab) => selfSettings[userTabs[tab]])
  const [first = 'PROFILE'] = shown.includes(defaultTab) ? [defaultTab] : shown
  return tabPaths.get(first) ?? '/myprofile/profile'
}

const mobileIssuancePath = '/credentials'

/**
 * A redirect that stays in this console: a path of its own, no host (`//host`, `/\host`), no
 * control characters, which browsers drop before they read an address. Null otherwise.
 */
export const safeRedirect = (redirect: string | null): string | null => {
  if (redirect === null || redirect.length > 2000) return null
  return /^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(redirect) ? redirect : null
}

export interface LandingFacts extends SessionFacts {
  /** The redirect query, as it came. */
  readonly redirect: string | null
  readonly registrationRequired: boolean
  readonly verificationRequired: boolean
}

const chooseTarget = (facts: LandingFacts): string => {
  const redirect = safeRedirect(facts.redirect)
  if (redirect !== null) return redirect
  const visible = landingOrder.filter((screen) => isVisible(screen, facts))
  if (facts.mobile && visible.some(({ path }) => path === mobileIssuancePath)) {
    return mobileIssuancePath
  }
  return visible[0]?.path ?? portalStart
}

/**
 * The path after sign-in: the redirect query, for an issuance user on a mobile device /credentials,
 * else the first visible screen. Who must register or verify first is sent to `/`, which brings
 * them to their target afterwards.
 */
export const landing = (facts: LandingFacts): string => {
  const target = chooseTarget(facts)
  const mustStopFirst = facts.registrationRequired || facts.verificationRequired
  return mustStopFirst ? `/?redirect=${encodeURIComponent(target)}` : target
}

export interface PageTitle {
  /** Key of the product's title for this kind of account. */
  readonly title: 'authentication' | 'issuance'
  /** The tenant's name, appended for an account that only issues and for a provider of tier 1. */
  readonly tenantName: string | null
}

export interface TitledAccount {
  readonly authenticationAccount: boolean
  readonly companyName: string
  readonly tier: number
}

export const pageTitle = ({
  authenticationAccount,
  companyName,
  tier,
}: TitledAccount): PageTitle =>
  authenticationAccount
    ? { title: 'authentication', tenantName: tier === providerTier ? companyName : null }
    : { title: 'issuance', tenantName: companyName }
