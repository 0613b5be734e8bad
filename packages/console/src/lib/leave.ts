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
