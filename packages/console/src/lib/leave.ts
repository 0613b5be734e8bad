let hasBegun = false
let reload = (): void => location.reload()

/** The tests put theirs in place: a page that is loaded anew ends them. */
export const replaceReload = (other: () => void): void => {
  reload = other
}

export const reloadPage = (): void => reload()

/** Whether the page is being left for a reason that no unsaved form may hold up. */
export const isForced = (): boolean => hasBegun

/**
 * Goes to a page of the other face. Both faces share one address, so that a change of fragment
 * alone loads nothing: the page is loaded anew and the boot script decides again.
 */
export const leaveTo = (route: string): void => {
  hasBegun = true
  history.replaceState(null, '', `/#${route}`)
  reload()
}

let assign = (address: string): void => location.assign(address)

/** The tests put theirs in place. */
export const replaceAssign = (other: (address: string) => void): void => {
  assign = other
}

/** Hands over to an identity provider that the service has named; in clear only from a page in clear. */
export const leaveForProvider = (address: string): void => {
  const { protocol } = new URL(address)
  if (protocol !== 'https:' && protocol !== location.protocol) return leaveToSignIn('/')
  hasBegun = true
  assign(address)
}

/** The route of the console now, with its query. */
export const currentRoute = (): string => location.hash.replace(/^#/, '') || '/'

/** Pages on the way to another: nobody comes back to them. */
const isPassing = (route: string): boolean => /^\/(?:logout|error|redirect)?(?:\?|$)/.test(route)

/** `path` with the way back to `route`; without it where there is nothing to come back to. */
export const withReturn = (path: string, route: string): string =>
  isPassing(route) ? path : `${path}?redirect=${encodeURIComponent(route)}`

/** To the sign-in page, and back here afterwards. */
export const leaveToSignIn = (route: string = currentRoute()): void =>
  leaveTo(withReturn('/', route))
