import { holdsMetadata } from './metadata-addresses.ts'
import { type Network, networkOf } from './networks.ts'

export const outboundKinds = ['mail', 'ldap', 'database', 'printer', 'syslog', 'http'] as const
export type OutboundKind = (typeof outboundKinds)[number]

/** One target inside the operator's own network that outgoing calls of one kind may reach. */
export interface AllowedTarget {
  readonly kind: OutboundKind
  /** A name or address, compared exactly; null for a range. */
  readonly host: string | null
  readonly network: Network | null
  readonly port: number
}

const entry = /^(?<kind>[a-z]+)=(?:\[(?<v6>[^\]]+)\]|(?<host>[^:[\]]+)):(?<port>\d{1,5})$/
const name = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_-]{1,63})*$/

/**
 * One entry of SIGNET_OUTBOUND_ALLOW: `kind=host:port`, where host is a name, an address or a
 * CIDR range; IPv6 stands in brackets: `http=[fd00::/8]:443`. A text says what is wrong.
 */
export const allowedTargetOf = (text: string): AllowedTarget | string => {
  const groups = entry.exec(text.toLowerCase())?.groups
  if (groups === undefined) return `"${text}" is not of the form kind=host:port`
  const kind = outboundKinds.find((known) => known === groups.kind)
  if (kind === undefined) return `"${text}" must begin with one of ${outboundKinds.join(', ')}`
  const port = Number(groups.port)
  if (port < 1 || port > 65535) return `"${text}" has no port from 1 to 65535`
  const host = groups.v6 ?? groups.host ?? ''
  const network = networkOf(host)
  if (network !== null && holdsMetadata(network)) {
    return `"${text}" would open a cloud metadata address, which never opens`
  }
  if (network !== null) return { kind, host: null, network, port }
  if (groups.v6 !== undefined || !name.test(host) || /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/.test(host)) {
    return `"${text}" names neither a host, an address nor a CIDR range`
  }
  return { kind, host, network: null, port }
}
