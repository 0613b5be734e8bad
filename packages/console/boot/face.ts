/** The two faces of a tenant's host. */
export type Face = 'signin' | 'console'

interface Visit {
  /** Plain path of the page: public routes also answer as plain paths. */
  readonly pathname: string
  /** With the `#`, or empty. */
  readonly hash: string
  /** Whether a session that has not expired is stored in this browser. */
  readonly hasSession: boolean
}

interface Decision {
  readonly face: Face
  /** The fragment to go to first; null to stay. */
  readonly hash: string | null
}

/** Fragments that the sign-in pages answer (product: console, section 2, public routes). */
const signInRoutes =
  /^\/(?:signup(?:\/thank-you|\/confirm\/[^/]*)?|identity\/user\/useronboard|reset(?:\/[^/]*)?|saml\/(?:re)?authentication|oidc\/(?:authentication|usercode|usercodestatus|requests|requeststatus)|usercodestatus|idp\/complete(?:\/[^/]*)?|setup(?:\/[^/]*)?|magiclink\/[^/]*)\/?$/

/** The error of a protocol (RFC 6749, section 4.1.2.1), for which the sign-in pages have words. */
const protocolError = /^\/error\/?\?(?:.*&)?error=/s

/** Fragments of the console that need no session. */
const openConsoleRoutes = /^\/(?:logout|error|supportentry)\/?$/

const signIn = (hash: string | null = null): Decision => ({ face: 'signin', hash })
const console = (hash: string | null = null): Decision => ({ face: 'console', hash })

/** Signed in, with the way back: the console asks there for what somebody has to set up first. */
const entrance = /^\/\?(?:.*&)?redirect=/s

const atRoot = (route: string, hasSession: boolean): Decision => {
  if (!hasSession) return signIn()
  if (route === '/') return console('#/redirect')
  return entrance.test(route) && !/[?&]action=/.test(route) ? console() : signIn()
}

/**
 * Which face a visit gets. The root is the sign-in page, unless somebody is signed in and it asks
 * for nothing special: then the post-login router. A console page without a session becomes the
 * sign-in page with the way back.
 */
export const decideFace = ({ pathname, hash, hasSession }: Visit): Decision => {
  if (pathname !== '/' && pathname !== '/index.html') return signIn()
  const route = hash.replace(/^#/, '') || '/'
  const path = route.replace(/\?.*$/s, '')
  if (path === '/') return atRoot(route, hasSession)
  if (signInRoutes.test(path) || protocolError.test(route)) return signIn()
  if (openConsoleRoutes.test(path) || hasSession) return console()
  return signIn(path === '/redirect' ? '#/' : `#/?redirect=${encodeURIComponent(route)}`)
}
