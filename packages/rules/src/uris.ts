import { isHostname, isIpv4, isIpv6 } from './network.ts'

const maximumUriLength = 2048
/** RFC 3986, section 2: what else stands in an address is white space, a trick, or not encoded. */
const uriCharacters = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/
const brokenEscape = /%(?![0-9A-Fa-f]{2})/

const isUriText = (text: string): boolean =>
  text.length <= maximumUriLength && uriCharacters.test(text) && !brokenEscape.test(text)

interface WebUrl {
  readonly scheme: string
  readonly host: string
  /** As written; null without a colon. */
  readonly port: string | null
  /** Path, query and fragment. */
  readonly rest: string
}

/** Splits `http(s)://host[:port]rest`. User information ends up in the host, which refuses it. */
const splitWebUrl = (text: string): WebUrl | null => {
  const [, scheme, authority, rest] = /^(https?):\/\/([^/?#]+)((?:[/?#].*)?)$/s.exec(text) ?? []
  if (scheme === undefined || authority === undefined || rest === undefined) return null
  const [, host, port] = /^(\[[^\]]*\]|[^:[\]]+)(?::(.*))?$/s.exec(authority) ?? []
  return host === undefined ? null : { scheme, host, port: port ?? null, rest }
}

/** Underscores stand in names of machines that people run, and addresses may have them (RFC 3986, section 3.2.2). */
const isUrlHost = (host: string): boolean =>
  host.startsWith('[')
    ? isIpv6(host.slice(1, -1))
    : isHostname(host.replaceAll(/(?<=\w)_(?=\w)/g, '-')) || isIpv4(host)

const isPort = (port: string): boolean => /^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535

const parseWebUrl = (text: string): WebUrl | null => {
  const url = isUriText(text) ? splitWebUrl(text) : null
  if (url === null || !isUrlHost(url.host)) return null
  return url.port === null || isPort(url.port) ? url : null
}

/** A web address over http or https, without user information. */
export const isWebUrl = (text: string): boolean => parseWebUrl(text) !== null

export const isHttpsUrl = (text: string): boolean => parseWebUrl(text)?.scheme === 'https'

/**
 * A web origin; `*` may stand in the place of the port. A scheme is needed even with localhost:
 * the Origin header always carries one (RFC 6454, section 7).
 */
export const isOrigin = (text: string): boolean => {
  const url = text.length <= maximumUriLength ? splitWebUrl(text) : null
  if (url === null || url.rest !== '' || !isUrlHost(url.host)) return false
  return url.port === null || url.port === '*' || isPort(url.port)
}

/** An absolute web address without a fragment (RFC 6749, section 3.1.2), localhost included. */
export const isRedirectUri = (text: string): boolean =>
  !text.includes('#') && parseWebUrl(text) !== null

/** Schemes that browsers and systems give a meaning of their own: no application can claim them. */
const claimedSchemes = new Set(
  `about blob chrome content cid data file filesystem ftp ftps http https intent jar javascript ldap
  ldaps mailto mid news sms ssh tel urn vbscript view-source ws wss`.split(/\s+/),
)

/** A private-use scheme with the syntax of RFC 3986, section 3.1, and what follows it (RFC 8252). */
export const isNativeAppUri = (text: string): boolean => {
  if (!isUriText(text) || text.includes('#')) return false
  const [, scheme] = /^([A-Za-z][A-Za-z0-9+.-]*):./.exec(text) ?? []
  return scheme !== undefined && !claimedSchemes.has(scheme.toLowerCase())
}

/** Lowercase letters only, and none of the schemes that already mean something. */
export const isCustomScheme = (text: string): boolean =>
  text.length <= 64 && /^[a-z]+$/.test(text) && !claimedSchemes.has(text)

/** An address without the slashes at its end, so that a path can follow. */
export const withoutEndSlashes = (text: string): string => {
  let end = text.length
  while (end > 0 && text.charAt(end - 1) === '/') end -= 1
  return text.slice(0, end)
}
