/** RFC 1123, section 2.1: letters, digits and inner hyphens, 63 characters a label, 253 in all. */
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const maximumHostLength = 253

/**
 * A host name. A last label of digits only is refused: browsers read such a name as an IPv4
 * address (WHATWG URL, host parsing), so `256.0.0.1` must not pass as a name.
 */
export const isHostname = (text: string): boolean =>
  text.length <= maximumHostLength && hasHostLabels(text)

/** A host name but for the limit of its length: the limits of mail domains are their own. */
export const hasHostLabels = (text: string): boolean => {
  const labels = text.split('.')
  return labels.every((part) => label.test(part)) && !/^\d+$/.test(labels.at(-1) ?? '')
}

/** A host name of two labels or more, without a trailing dot: names a domain, not a machine. */
export const isDomainName = (text: string): boolean => text.includes('.') && isHostname(text)

/** A host name, or `*.` before a domain name; `*.com` would cover everybody and is refused. */
export const isDnsNameOrWildcard = (text: string): boolean =>
  text.startsWith('*.') ? isDomainName(text.slice(2)) : isHostname(text)

/** Decimal without leading zeros, which some parsers read as octal. */
const isDecimalUpTo = (text: string, maximum: number): boolean =>
  /^(?:0|[1-9]\d{0,4})$/.test(text) && Number(text) <= maximum

export const isIpv4 = (text: string): boolean => {
  if (text.length > 15) return false
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => isDecimalUpTo(part, 255))
}

/** `::ffff:192.0.2.1` with its IPv4 tail as two groups (RFC 4291, section 2.2); null if malformed. */
const withoutIpv4Tail = (text: string): string | null => {
  const tail = text.slice(text.lastIndexOf(':') + 1)
  if (!tail.includes('.')) return text
  return isIpv4(tail) ? `${text.slice(0, -tail.length)}0:0` : null
}

/** RFC 4291 text form, without a zone. */
export const isIpv6 = (text: string): boolean => {
  if (text.length > 45 || !text.includes(':')) return false
  const halves = withoutIpv4Tail(text)?.split('::') ?? []
  if (halves.length === 0 || halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false
  return halves.length === 2 ? groups.length < 8 : groups.length === 8
}

export const isIpAddress = (text: string): boolean => isIpv4(text) || isIpv6(text)

export const cidrPrefixMaximum = { ipv4: 32, ipv6: 128 } as const

/** An address, or an address with a prefix length (RFC 4632; RFC 4291, section 2.3). */
export const isIpOrCidr = (text: string): boolean => {
  if (text.length > 49) return false
  const [address = '', prefix, ...rest] = text.split('/')
  if (rest.length > 0 || !isIpAddress(address)) return false
  if (prefix === undefined) return true
  return isDecimalUpTo(prefix, cidrPrefixMaximum[isIpv4(address) ? 'ipv4' : 'ipv6'])
}

/** A host name or a bare address of either family. */
export const isHostnameOrIp = (text: string): boolean => isHostname(text) || isIpAddress(text)

/** Four numbers in the shape of an IPv4 address, each up to 65535 as in file versions. */
export const isVersion = (text: string): boolean => {
  if (text.length > 23) return false
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => isDecimalUpTo(part, 65_535))
}
