import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An address as its 4 or 16 bytes. */
export type AddressBytes = readonly number[]

/** A CIDR range; a single address is a range of full length. */
export interface Network {
  readonly text: string
  readonly bytes: AddressBytes
  readonly prefix: number
}

const isMapped = (bytes: AddressBytes): boolean =>
  bytes.length === 16 &&
  bytes.slice(0, 10).every((byte) => byte === 0) &&
  bytes[10] === 0xff &&
  bytes[11] === 0xff

/**
 * The bytes of a strictly written address (dotted decimal without leading zeros, or RFC 4291
 * text without zone); an IPv4-mapped one counts as IPv4. Null for anything else.
 */
export const addressBytes = (text: string): AddressBytes | null => {
  if (isIP(text) === 0 || text.includes('%')) return null
  const bytes = ipaddr.parse(text).toByteArray()
  return isMapped(bytes) ? bytes.slice(12) : bytes
}

/** The one spelling of an address: an IPv4-mapped one as IPv4, IPv6 as RFC 5952. */
export const addressText = (bytes: AddressBytes): string =>
  ipaddr.fromByteArray([...bytes]).toString()

/** `10.0.0.0/8`, `fd00::/8` or a single address; null when it is neither. */
export const networkOf = (text: string): Network | null => {
  const [base, length, rest] = text.split('/')
  const bytes = addressBytes(base ?? '')
  if (bytes === null || rest !== undefined) return null
  const bits = bytes.length * 8
  if (length === undefined) return { text, bytes, prefix: bits }
  if (!/^\d{1,3}$/.test(length) || Number(length) > bits) return null
  return { text, bytes, prefix: Number(length) }
}

/** Whether the first `count` bits of two addresses agree. */
const sharePrefix = (one: AddressBytes, other: AddressBytes, count: number): boolean =>
  one.every((byte, index) => {
    const bits = Math.min(8, Math.max(0, count - index * 8))
    const mask = (0xff00 >> bits) & 0xff
    return (byte & mask) === ((other[index] ?? 0) & mask)
  })

export const isWithin = (bytes: AddressBytes, network: Network): boolean =>
  bytes.length === network.bytes.length && sharePrefix(bytes, network.bytes, network.prefix)

/** Whether a text is an address of one of the networks. */
export const isOneOf = (text: string, networks: readonly Network[]): boolean => {
  const bytes = addressBytes(text)
  return bytes !== null && networks.some((network) => isWithin(bytes, network))
}

/** Networks from constants of this code. @throws when one is misspelt */
export const networks = (...texts: readonly string[]): readonly Network[] =>
  texts.map((text) => {
    const network = networkOf(text)
    if (network === null) throw new Error(`${text} is not a network`)
    return network
  })
