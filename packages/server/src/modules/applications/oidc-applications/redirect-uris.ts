/** Hosts that name this machine alone (RFC 8252, section 7.3; RFC 6761, section 6.3). */
const loopback = /^(?:localhost|[a-z0-9-]+\.localhost|127\.0\.0\.1|\[::1\])$/

/** A private-use scheme in reverse domain order (RFC 8252, section 7.1). */
const privateScheme = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/

const isPlain = (text: string): boolean => !/[\s\\#*\u0000-\u0020\u007f-\uffff]/.test(text)

/**
 * Whether an application may be sent back here: https anywhere, http on loopback, and for
 * native applications a private-use scheme. Compared as a whole string at sign-in; no user
 * name, fragment, wildcard, backslash or letters outside ASCII, and written as parsed, so that
 * browsers and we cannot read it differently (RFC 9700, section 2.1).
 */
export const isRedirectUri = (text: string, options: { readonly native: boolean }): boolean => {
  if (!isPlain(text) || !URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || text.includes('@')) return false
  if (url.protocol === 'https:') return isWrittenAsParsed(text, url)
  if (url.protocol === 'http:') return loopback.test(url.hostname) && isWrittenAsParsed(text, url)
  return options.native && privateScheme.test(url.protocol)
}

const isWrittenAsParsed = (text: string, url: URL): boolean =>
  url.href === text || url.href === `${text}/`
