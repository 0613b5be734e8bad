import type { Origin } from './flow/sign-in.ts'
import type { Returned } from './flow/upstream.ts'

const outcomes = ['allowed', 'denied', 'ended'] as const
/** What came of a question of a device or an application. */
export type Outcome = (typeof outcomes)[number]

/** Which page an address asks for. */
export type Place =
  | {
      readonly page: 'signIn'
      readonly origin: Origin
      /** A page of the console to go to afterwards. */
      readonly redirect: string | null
      readonly isProvider: boolean
      /** Of an OpenID Connect interaction, which knows the application's name. */
      readonly uid: string | null
      /** Of a request that wants more proven in the session that is open. */
      readonly stepUp: string | null
    }
  | { readonly page: 'reset'; readonly userId: string }
  | { readonly page: 'setup'; readonly token: string }
  /** Signs up here, or hands over to where people do; thanks those who come back from there. */
  | { readonly page: 'signUp'; readonly isDone: boolean }
  | { readonly page: 'confirmSignUp'; readonly token: string }
  /** The link of a mail that signs in. */
  | { readonly page: 'magicLink'; readonly token: string }
  /** The link to a pass for the wallet of a phone. */
  | { readonly page: 'pass'; readonly enrollmentId: string; readonly claimToken: string }
  /** Back from an identity provider. */
  | { readonly page: 'upstream'; readonly returned: Returned }
  | { readonly page: 'consent'; readonly uid: string }
  /** Of several organizations somebody signs in for one. */
  | { readonly page: 'organization'; readonly uid: string }
  /** An application is closed to whoever is signed in. */
  | { readonly page: 'denied'; readonly uid: string; readonly protocol: 'oidc' | 'saml' }
  /** Connects a device; a link may bring its code. */
  | { readonly page: 'userCode'; readonly code: string }
  | { readonly page: 'deviceOutcome'; readonly outcome: Outcome }
  /** What applications ask people for, to be allowed or refused. */
  | { readonly page: 'requests' }
  | { readonly page: 'requestOutcome'; readonly outcome: Outcome }
  | { readonly page: 'logout' }
  | {
      readonly page: 'error'
      readonly code: string | null
      /** Why a protocol's request was rejected. */
      readonly reason?: string
      /** The request by which the audit log knows it. */
      readonly request?: string
    }
  /** None of these pages: perhaps the console's, which the boot script knows. */
  | { readonly page: 'notFound' }

/** What a protocol's redirect brought: its interaction goes on as the sign-in's first token. */
const originOf = (query: URLSearchParams): Origin => {
  const authToken = query.get('uid') ?? query.get('authToken')
  const applicationId = query.get('applicationId')
  return {
    ...(authToken === null ? {} : { authToken }),
    ...(applicationId === null ? {} : { applicationId }),
  }
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

/** It becomes a fragment of this page: there is nowhere else that it could lead. */
const routeOf = (redirect: string | null): string | null =>
  redirect?.startsWith('/') === true ? redirect : null

/** Where service providers begin, who came to their own sign-in page. */
const providerStart = '/serviceprovider/tenants'

const isOfProvider = (query: URLSearchParams): boolean => query.get('action') === 'sp'

const signIn = (query: URLSearchParams, path: string): Place => ({
  page: 'signIn',
  origin: originOf(query),
  redirect: routeOf(query.get('redirect')) ?? (isOfProvider(query) ? providerStart : null),
  isProvider: isOfProvider(query),
  uid: path.startsWith('/oidc/') ? query.get('uid') : null,
  stepUp: query.get('step') === 'up' ? query.get('uid') : null,
})

const errorOf = (query: URLSearchParams): Place => {
  const [reason, request] = [query.get('reason'), query.get('request')]
  return {
    page: 'error',
    code: query.get('error'),
    ...(reason === null ? {} : { reason }),
    ...(request === null ? {} : { request }),
  }
}

const upstream = (query: URLSearchParams, idpId: string): Place => {
  const one = (name: 'code' | 'iss' | 'error') => {
    const value = query.get(name)
    return value === null ? {} : { [name]: value }
  }
  const named = { idpId: idpId || (query.get('idpId') ?? ''), state: query.get('state') }
  return {
    page: 'upstream',
    returned: { ...named, ...one('code'), ...one('iss'), ...one('error') },
  }
}

const outcomeIn = (query: URLSearchParams): Outcome =>
  outcomes.find((each) => each === query.get('status')) ?? 'ended'

const routes: readonly (readonly [
  RegExp,
  (query: URLSearchParams, part: string, path: string) => Place,
])[] = [
  [/^\/?$/, (query, _, path) => signIn(query, path)],
  [
    /^\/(?:oidc\/authentication|saml\/(?:re)?authentication)\/?$/,
    (query, _, path) => signIn(query, path),
  ],
  [/^\/reset(?:\/([^/]*))?\/?$/, (_, userId) => ({ page: 'reset', userId })],
  [/^\/setup\/([^/]+)\/?$/, (_, token) => ({ page: 'setup', token })],
  [/^\/oidc\/consent\/?$/, (query) => ({ page: 'consent', uid: query.get('uid') ?? '' })],
  [/^\/oidc\/organization\/?$/, (query) => ({ page: 'organization', uid: query.get('uid') ?? '' })],
  [/^\/oidc\/usercode\/?$/, (query) => ({ page: 'userCode', code: query.get('user_code') ?? '' })],
  [
    /^\/(?:oidc\/)?usercodestatus\/?$/,
    (query) => ({ page: 'deviceOutcome', outcome: outcomeIn(query) }),
  ],
  [/^\/oidc\/requests\/?$/, () => ({ page: 'requests' })],
  [
    /^\/oidc\/requeststatus\/?$/,
    (query) => ({ page: 'requestOutcome', outcome: outcomeIn(query) }),
  ],
  [
    /^\/(oidc|saml)\/denied\/?$/,
    (query, protocol) => ({
      page: 'denied',
      uid: query.get('uid') ?? '',
      protocol: protocol === 'saml' ? 'saml' : 'oidc',
    }),
  ],
  [/^\/(?:signup|identity\/user\/useronboard)\/?$/, () => ({ page: 'signUp', isDone: false })],
  [/^\/signup\/confirm\/([^/]+)\/?$/, (_, token) => ({ page: 'confirmSignUp', token })],
  [/^\/magiclink\/([^/]+)\/?$/, (_, token) => ({ page: 'magicLink', token })],
  [
    /^\/pass\/([^/]+\/[^/]+)\/?$/,
    (_, part) => {
      const [enrollmentId = '', claimToken = ''] = part.split('/')
      return { page: 'pass', enrollmentId, claimToken }
    },
  ],
  [/^\/idp\/complete(?:\/([^/]*))?\/?$/, (query, idpId) => upstream(query, idpId)],
  [/^\/signup\/thank-you\/?$/, () => ({ page: 'signUp', isDone: true })],
  [/^\/logout\/?$/, () => ({ page: 'logout' })],
  [/^\/error\/?$/, (query) => errorOf(query)],
]

/** Whether a place is for tenants alone whose people sign in here (product: routing). */
export const needsAuthentication = ({ page }: Place): boolean =>
  page === 'userCode' || page === 'deviceOutcome' || page === 'upstream'

/** Fragments are routes of the page at `/`; public routes also answer as plain paths. */
export const placeOf = ({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): Place => {
  const isRoot = pathname === '/' || pathname === '/index.html'
  const [path = '', text = ''] = isRoot
    ? hash.replace(/^#/, '').split(/\?(.*)/s, 2)
    : [pathname, search]
  const query = new URLSearchParams(text)
  for (const [pattern, make] of routes) {
    const found = pattern.exec(path)
    if (found !== null) return make(query, decoded(found[1] ?? ''), path)
  }
  return { page: 'notFound' }
}
