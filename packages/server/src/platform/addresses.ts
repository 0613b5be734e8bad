import type { FastifyRequest } from 'fastify'
import { addressBytes, addressText, isOneOf } from './config/networks.ts'
import type { Config } from './config.ts'

type Proxies = Pick<Config, 'trustedProxies'>
type Request = Pick<FastifyRequest, 'raw' | 'headers' | 'socket'>

/** The address at the other end of a connection. */
export const peerAddress = (socket: { readonly remoteAddress?: string }): string | null => {
  const bytes = addressBytes(socket.remoteAddress?.split('%', 1)[0] ?? '')
  return bytes === null ? null : addressText(bytes)
}

export const isProxy = (address: string | null, { trustedProxies }: Proxies): boolean =>
  trustedProxies.length > 0 && address !== null && isOneOf(address, trustedProxies)

/** Whether a proxy that was declared sends this. */
export const isFromProxy = (request: Request, config: Proxies): boolean =>
  config.trustedProxies.length > 0 && isProxy(peerAddress(request.socket), config)

const timesGiven = ({ raw }: Request, name: string): number => {
  let times = 0
  for (let index = 0; index < raw.rawHeaders.length; index += 2) {
    const given = raw.rawHeaders[index]
    if (given?.length === name.length && given.toLowerCase() === name) times += 1
  }
  return times
}

/** A header that came exactly once; Node joins several of one name, so the raw list is counted. */
export const onlyHeader = (request: Request, name: string): string | null => {
  const value = request.headers[name]
  return typeof value === 'string' && timesGiven(request, name) <= 1 ? value : null
}

/** `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]:4711`; null for anything else. */
const hopOf = (text: string): string | null => {
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1]
  const withPort = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(text)?.[1]
  const bytes = addressBytes(bracketed ?? withPort ?? text)
  return bytes === null ? null : addressText(bytes)
}

/**
 * The client's address: the socket's, or, behind declared proxies, the rightmost hop of
 * X-Forwarded-For that is no such proxy; several headers of that name are one list (RFC 9110, 5.3).
 * What stands left of that hop may be made up and is not read. Null where a proxy sends anything
 * but addresses: such a client has no address, least of all the proxy's.
 */
export const clientAddress = (request: Request, config: Proxies): string | null => {
  const header = request.headers['x-forwarded-for']
  if (header === undefined || !isFromProxy(request, config)) return peerAddress(request.socket)
  const hops = String(header)
    .split(',')
    .map((hop) => hopOf(hop.trim()))
  const client = hops.findLast((hop) => hop === null || !isOneOf(hop, config.trustedProxies))
  return client === undefined ? (hops[0] ?? null) : client
}

/** A name of at most 253 characters or an address in brackets, and a port. */
const longestHost = 253 + ':65535'.length
const host = /^(?:[a-z0-9_][a-z0-9_.-]*|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

const isHost = (text: string): boolean => text.length <= longestHost && host.test(text)

/**
 * The host asked for, with its port: X-Forwarded-Host of a declared proxy, else Host. A list, a
 * repeated header or a text that is no host yields the empty host, which no tenant has.
 */
export const hostOf = (request: Request, config: Proxies): string => {
  const own = onlyHeader(request, 'host') ?? request.headers[':authority'] ?? ''
  const given = request.headers['x-forwarded-host']
  const believed = given !== undefined && isFromProxy(request, config)
  const named = believed ? onlyHeader(request, 'x-forwarded-host') : own
  return typeof named === 'string' && isHost(named.trim()) ? named.trim() : ''
}

/** Scheme asked for: the socket's, or X-Forwarded-Proto of a declared proxy. */
export const schemeOf = (request: Request, config: Proxies): 'http' | 'https' => {
  const own = 'encrypted' in request.socket && request.socket.encrypted === true ? 'https' : 'http'
  if (!isFromProxy(request, config)) return own
  const given = onlyHeader(request, 'x-forwarded-proto')?.trim().toLowerCase()
  return given === 'https' || given === 'http' ? given : own
}
