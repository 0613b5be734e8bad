import { lookup } from 'node:dns/promises'
import { type AddressBytes, addressBytes, addressText, isWithin } from '../config/networks.ts'
import type { AllowedTarget, OutboundKind } from '../config/outbound-allow.ts'
import { type AllowedAddress, OutboundFailed, OutboundRefused } from '../outbound.ts'
import { isNeverAllowed, isPublic } from './special-addresses.ts'

/** Finds the addresses of a name. */
export type Resolve = (name: string) => Promise<readonly string[]>

export const systemResolve: Resolve = async (name) =>
  (await lookup(name, { all: true, order: 'ipv4first' })).map(({ address }) => address)

interface Target {
  readonly kind: OutboundKind
  readonly host: string
  readonly port: number
}

/**
 * A host in its one spelling, as the URL standard reads it: decimal, octal and hexadecimal
 * forms become dotted decimal, names lower-case ASCII, without brackets and final dot.
 * @throws OutboundRefused
 */
export const canonicalHost = (host: string): string => {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  const literal = addressBytes(bare)
  if (literal !== null) return addressText(literal)
  const asUrl = `http://${bare}/`
  if (bare === '' || /[\s/?#@\\:%[\]]/.test(bare) || !URL.canParse(asUrl)) {
    throw new OutboundRefused(`${JSON.stringify(host.slice(0, 100))} is no host`)
  }
  return new URL(asUrl).hostname.replace(/\.$/, '')
}

const matches = (target: Target, bytes: AddressBytes, allowed: AllowedTarget): boolean =>
  allowed.kind === target.kind &&
  allowed.port === target.port &&
  (allowed.network === null ? allowed.host === target.host : isWithin(bytes, allowed.network))

const lowPorts: Readonly<Partial<Record<OutboundKind, readonly number[]>>> = {
  http: [80, 443],
  // RFC 6587, section 5, and what collectors took before.
  syslog: [514, 601],
}

/** Below 1024 only the protocol's own ports: elsewhere on the internet answer other ones. */
const isOwnPort = ({ kind, port }: Target): boolean =>
  port >= 1024 || (lowPorts[kind]?.includes(port) ?? true)

const mayReach = (target: Target, bytes: AddressBytes, allow: readonly AllowedTarget[]) => {
  if (isNeverAllowed(bytes)) return false
  if (allow.some((allowed) => matches(target, bytes, allowed))) return true
  return isPublic(bytes) && isOwnPort(target)
}

const resolved = async (host: string, resolve: Resolve): Promise<readonly string[]> => {
  if (addressBytes(host) !== null) return [host]
  try {
    return await resolve(host)
  } catch (error) {
    throw new OutboundFailed(`${host} has no address`, error)
  }
}

export interface Guard {
  /**
   * The addresses of a target, each of them checked: one that must not be reached refuses all.
   * The caller connects to these, never to the name again.
   * @throws OutboundRefused @throws OutboundFailed
   */
  addresses(target: Target): Promise<readonly AllowedAddress[]>
}

export const createGuard = (allow: readonly AllowedTarget[], resolve: Resolve): Guard => ({
  async addresses({ kind, host: asked, port }) {
    const target = { kind, host: canonicalHost(asked), port }
    const found = await resolved(target.host, resolve)
    if (found.length === 0) throw new OutboundFailed(`${target.host} has no address`)
    return found.map((text): AllowedAddress => {
      const bytes = addressBytes(text)
      if (bytes === null || !mayReach(target, bytes, allow)) {
        throw new OutboundRefused(`${target.host} port ${port} is not allowed for ${kind}`)
      }
      return {
        host: target.host,
        address: addressText(bytes),
        family: bytes.length === 4 ? 4 : 6,
        port,
      }
    })
  },
})
