import { isHostname } from './network.ts'

/** A UUID without the braces that some systems write around it; other text as it is. */
export const bareUuid = (text: string): string =>
  text.startsWith('{') && text.endsWith('}') ? text.slice(1, -1) : text

/** A UUID (RFC 9562, section 4), optionally in braces. */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(bareUuid(text))

/** What Windows refuses in account names, and control characters. */
const accountSpecials = /["/\\[\]:;|=,+*?<>@\p{Cc}]/u

const isAccountPart = (text: string): boolean =>
  text !== '' && text.length <= 256 && text.trim() === text && !accountSpecials.test(text)

/** `name@domain`; a domain of one label passes, as inner directories have them. */
export const isUserPrincipalName = (text: string): boolean => {
  const at = text.indexOf('@')
  const name = text.slice(0, Math.max(at, 0))
  return isAccountPart(name) && !/\s/u.test(name) && isHostname(text.slice(at + 1))
}

/** `domain\name`, one backslash; a space inside a name is allowed, as Windows does. */
export const isWindowsAccount = (text: string): boolean => {
  const slash = text.indexOf('\\')
  return slash > 0 && isAccountPart(text.slice(0, slash)) && isAccountPart(text.slice(slash + 1))
}

/** A directory group filter is a plain name: none of / " [ ] : ; | = + ? < > and comma. */
export const isDirectoryGroupFilter = (text: string): boolean => !/[/"[\]:;|=+?<>,]/.test(text)
