import { isNativeAppUri, isRedirectUri as isWebRedirectUri } from '@signet/rules/uris'

/** Hosts that name this machine alone (RFC 8252, section 7.3; RFC 6761, section 6.3). */
const loopback = /^(?:localhost|[a-z0-9-]+\.localhost|127\.0\.0\.1|\[::1\])$/

/** A private-use scheme in reverse domain order (RFC 8252, section 7.1). */
const privateScheme = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/

/**
 * Whether an application may be sent back here: https anywhere, http on loopback, and for
 * native applications a private-use scheme. Compared as a whole string at sign-in: no user name, no
 * wildcard, and written as parsed, so that browsers and we cannot read it differently (RFC 9700,
 * section 2.1).
 */
export const isRedirectUri = (text: string, options: { readonly native: boolean }): boolean => {
  if (/[*@]/.test(text) || !URL.canParse(text)) return false
  const { href, hostname, protocol } = new URL(text)
  if (!isWebRedirectUri(text)) {
    return options.native && privateScheme.test(protocol) && isNativeAppUri(text)
  }
  const isWrittenAsParsed = href === text || href === `${text}/`
  return isWrittenAsParsed && (protocol === 'https:' || loopback.test(hostname))
}
