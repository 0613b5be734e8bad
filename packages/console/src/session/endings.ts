import { providerLandingFragment } from '@signet/rules/console'
import type { CallError } from '../lib/call-error.ts'
import { currentRoute, leaveTo, leaveToSignIn, withReturn } from '../lib/leave.ts'
import { createStore } from '../lib/store.ts'
import { NotAuthenticated, SessionExpired, sessionLife } from './token.ts'

/** The tenant is locked: a notice takes the whole page. */
export const accountLocked = createStore(false)

const goTo = (route: string): void => {
  location.hash = `#${route}`
}

/** Where a session that is over leads: signed out, with the way back. */
export const toLogout = (): void => {
  const route = currentRoute()
  // Several calls fail at once; the first one knows where somebody was.
  if (!route.startsWith('/logout')) goTo(withReturn('/logout', route))
}
const toSignIn = (): void => leaveToSignIn()

/** Something was asked of the person meanwhile: the page is loaded anew, and knows what. */
const toEntrance = (): void => leaveTo(withReturn('/redirect', currentRoute()))

/** What each code that ends something does (product: console, section 8). */
const endings: ReadonlyMap<string, () => void> = new Map([
  ['invalid_session_token', toLogout],
  ['expired_session_token', toLogout],
  ['EXPIRED_SESSION_TOKEN', toLogout],
  ['INVALID_WEB_SESSION', toSignIn],
  ['setup_required', toEntrance],
  ['ACCOUNT_LOCKED', () => accountLocked.set(true)],
  ['HOSTNAME_NOT_FOUND', () => goTo('/error?code=hostname_not_found')],
  [
    'RENEW_SP_USER',
    () => {
      if (sessionLife(Date.now()) === null) leaveTo(providerLandingFragment.slice(1))
    },
  ],
])

/** Acts on a failed call whose code ends the session or the visit. */
export const endOnFailure = (error: CallError): void => {
  const ending = endings.get(error.code) ?? endings.get(error.storedCode)
  ending?.()
}

/** Acts on a session that is missing or over when it is needed. Whether it was such an error. */
export const endOnMissingSession = (error: unknown): boolean => {
  if (error instanceof SessionExpired) toLogout()
  else if (error instanceof NotAuthenticated) toSignIn()
  else return false
  return true
}
