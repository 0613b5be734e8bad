import {
  isCustomScheme,
  isNativeAppUri,
  isRedirectUri as isWebRedirectUri,
} from '@signet/rules/uris'

/** Hosts that name this machine alone (RFC 8252, section 7.3; RFC 6761, section 6.3). */
const loopback = /^(?:localhost|[a-z0-9-]+\.localhost|127\.0\.0\.1|\[::1\])$/

/** A private-use scheme in reverse domain order (RFC 8252, section 7.1). */
const privateScheme = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/

interface Options {
  readonly native: boolean
  /** `LOOPBACK` for what no administrator of the tenant has typed, and for assertions. */
  readonly http: 'ANY' | 'LOOPBACK'
}

const isPrivateUse = (text: string, protocol: string): boolean =>
  isNativeAppUri(text) && (privateScheme.test(protocol) || isCustomScheme(protocol.slice(0, -1)))

/**
 * Whether an application may be sent back here: https anywhere, http on loopback, and elsewhere as
 * far as `http` says; for native applications a private-use scheme, in reverse domain order or of
 * lowercase letters alone. Compared as a whole string at sign-in: no user name, no wildcard, and
 * written as parsed, so that browsers and we cannot read it differently (RFC 9700, section 2.1).
 */
export const isRedirectUri = (text: string, { native, http }: Options): boolean => {
  if (/[*@]/.test(text) || !URL.canParse(text)) return false
  const { href, hostname, protocol } = new URL(text)
  if (!isWebRedirectUri(text)) return native && isPrivateUse(text, protocol)
  const isWrittenAsParsed = href === text || href === `${text}/`
  const isAllowed = protocol === 'https:' || (http === 'ANY' && !native) || loopback.test(hostname)
  return isWrittenAsParsed && isAllowed
}
