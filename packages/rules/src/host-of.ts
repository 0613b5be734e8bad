import { isIpAddress, isIpOrCidr, isIpv6 } from './network.ts'

/** What stands in a text that names a host: a URL, `host:port`, or the host alone. */
export interface HostParts {
  /** In lower case: `https`; null where there is none. */
  readonly scheme: string | null
  /** In lower case, without brackets and without a dot at its end. */
  readonly host: string
  readonly port: number | null
  /** From the first slash, question mark or hash on; empty where there is none. */
  readonly path: string
}

const withScheme = /^([a-z][a-z0-9+.-]*):\/\//i
const plainHost = /^[a-z0-9._-]+$/

/** Names in other scripts as DNS knows them (IDNA); null for what is no name. */
const asciiHost = (host: string): string | null => {
  const lower = host.toLowerCase()
  if (isIpAddress(lower)) return lower
  const named = URL.canParse(`http://${lower}/`) ? new URL(`http://${lower}/`).hostname : ''
  // Only names of other scripts are written anew: `010.0.0.1` stays as it was typed.
  const name = (/^[\u0021-\u007e]*$/.test(lower) ? lower : named).replace(/\.$/, '')
  return plainHost.test(name) ? name : null
}

const portOf = (digits: string | undefined): number | null | undefined => {
  if (digits === undefined || digits === '') return null
  const port = Number(digits)
  return /^\d{1,5}$/.test(digits) && port >= 1 && port <= 65_535 ? port : undefined
}

/** Host and port as they stand before the path. */
const parted = (authority: string): readonly [host: string, port: string | undefined] | null => {
  const bracketed = /^\[([^[\]]*)\](?::(\d*))?$/.exec(authority)
  if (bracketed !== null) return [bracketed[1] ?? '', bracketed[2]]
  if (isIpv6(authority)) return [authority, undefined]
  const [host = '', port, ...more] = authority.split(':')
  return more.length === 0 ? [host, port] : null
}

/**
 * Takes apart what was typed or pasted where a host is asked: `https://mail.example.com:465/x` is
 * the host `mail.example.com` and the port 465. Null for what names no host.
 */
export const hostOf = (text: string): HostParts | null => {
  const trimmed = text.trim()
  const scheme = withScheme.exec(trimmed)
  const rest = trimmed.slice(scheme?.[0].length ?? 0)
  const end = rest.search(/[/?#\\]/)
  const whole = end < 0 ? rest : rest.slice(0, end)
  // A user name stands in URLs alone: `ada@example.com` is a mail address.
  const authority = scheme === null ? whole : whole.slice(whole.lastIndexOf('@') + 1)
  const found = parted(authority)
  if (found === null) return null
  const [host, port] = [asciiHost(found[0]), portOf(found[1])]
  if (host === null || port === undefined) return null
  return {
    scheme: scheme?.[1]?.toLowerCase() ?? null,
    host,
    port,
    path: end < 0 ? '' : rest.slice(end),
  }
}

/** Whether a text says more than the host, so that a field for a host would refuse it. */
const saysMore = ({ scheme, port, path }: HostParts): boolean =>
  scheme !== null || port !== null || path !== ''

/** The parts of a text that says more than a host; null for a host alone and for what is none. */
export const pastedHost = (text: string): HostParts | null => {
  const parts = hostOf(text)
  return parts === null || !saysMore(parts) ? null : parts
}

/** A line of a list of hosts or domains: the host of what was pasted. */
export const hostInLine = (line: string): string => pastedHost(line)?.host ?? line

/** A line of a list of addresses and networks: the address of what was pasted. */
export const addressInLine = (line: string): string => {
  if (isIpOrCidr(line)) return line
  const host = pastedHost(line)?.host
  return host !== undefined && isIpAddress(host) ? host : line
}

/** A line of a list of origins: the origin of what was pasted. */
export const originInLine = (line: string): string => {
  const trimmed = line.trim()
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return line
  return new URL(trimmed).origin
}

/** How a mail server is reached, as far as a pasted URL says it. */
export interface MailServerParts {
  readonly host: string
  readonly port: number | null
  readonly security: 'IMPLICIT' | 'STARTTLS' | null
}

/** RFC 8314, section 3.3 and 7.3: TLS from the first byte on 465, STARTTLS on 587. */
export const mailServerOf = (text: string): MailServerParts | null => {
  const parts = pastedHost(text)
  if (parts === null) return null
  const port = parts.port ?? (parts.scheme === 'smtps' ? 465 : null)
  const starts = port === 587 ? 'STARTTLS' : null
  return { host: parts.host, port, security: port === 465 ? 'IMPLICIT' : starts }
}

/** The address of a printer as IPP writes it, for a host or web address that was pasted. */
export const printerUriOf = (text: string): string => {
  const parts = hostOf(text)
  const isUri = parts === null || (parts.scheme !== null && /^(?:ipps?|https?)$/.test(parts.scheme))
  if (isUri || text.trim() === '') return text
  const host = isIpv6(parts.host) ? `[${parts.host}]` : parts.host
  // Ports of other protocols are none of IPP.
  const port = parts.port === null || parts.scheme !== null ? '' : `:${parts.port}`
  return `ipp://${host}${port}${parts.path === '' ? '/ipp/print' : parts.path}`
}
