import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Agent, request as Request } from 'undici'
import type { Config } from '../config.ts'
import {
  type Outbound,
  type OutboundAnswer,
  OutboundFailed,
  OutboundRefused,
  type OutboundRequest,
} from '../outbound.ts'
import type { Way } from './agent.ts'
import { createGuard, type Resolve, systemResolve } from './guard.ts'
import { type Hop, isRedirect, redirected, webAddress } from './redirects.ts'

const defaults = { maxRedirects: 3, timeoutMillis: 10_000, maxBytes: 1_048_576 } as const

/** Headers that the connection itself sets. */
const reserved = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
  'te',
])

const firstHop = (url: string | URL, options: OutboundRequest): Hop => ({
  url: webAddress(url),
  method: options.method ?? 'GET',
  headers: Object.fromEntries(
    Object.entries(options.headers ?? {}).filter(([name]) => !reserved.has(name.toLowerCase())),
  ),
  body: options.body ?? null,
})

type Answer = Awaited<ReturnType<typeof Request>>

const readBody = async (
  body: Answer['body'],
  { maxBytes = defaults.maxBytes, cutAtBytes }: OutboundRequest,
): Promise<Buffer> => {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of body) {
    const bytes = Buffer.from(part)
    length += bytes.length
    if (cutAtBytes !== undefined && length >= cutAtBytes) {
      return Buffer.concat([...parts, bytes]).subarray(0, cutAtBytes)
    }
    if (length > maxBytes) throw new OutboundFailed(`the answer is longer than ${maxBytes} bytes`)
    parts.push(bytes)
  }
  return Buffer.concat(parts)
}

const flatHeaders = (headers: Answer['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )

/** Follows redirects by hand: each hop is a new address to be checked. */
const follow = async (agent: Agent, first: Hop, options: OutboundRequest) => {
  const { maxRedirects, timeoutMillis } = { ...defaults, ...options }
  const signal = AbortSignal.timeout(timeoutMillis)
  const { request } = await import('undici')
  let hop = first
  for (let count = 0; ; count += 1) {
    const { method, body } = hop
    const answer = await request(hop.url, {
      dispatcher: agent,
      signal,
      method,
      body,
      headers: { 'user-agent': 'Signet', 'accept-encoding': 'identity', ...hop.headers },
    })
    const headers = flatHeaders(answer.headers)
    const location = isRedirect(answer.statusCode) ? headers.location : undefined
    if (location === undefined || maxRedirects === 0) {
      const read = await readBody(answer.body, options)
      return { status: answer.statusCode, url: hop.url.href, headers, body: read }
    }
    answer.body.on('error', () => {}).destroy()
    if (count === maxRedirects) throw new OutboundFailed(`more than ${maxRedirects} redirects`)
    hop = redirected(hop, answer.statusCode, location)
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && error.name === 'TimeoutError'
    ? 'no answer in time'
    : 'the call did not get through'

const translated = (error: unknown, host: string): Error =>
  error instanceof OutboundRefused || error instanceof OutboundFailed
    ? error
    : new OutboundFailed(`${host}: ${reasonOf(error)}`, error)

/** Ways with certificates of tenants are as many as those; a connection is kept for seconds anyway. */
const mostAgents = 64

/** By certificate and key: what one proves no other may use. */
const keyOf = ({ kind, http2, shown }: Way): string => {
  const proof = shown === null ? '' : hash('sha256', `${shown.certificate}\n${shown.key}`)
  return `${kind} ${http2} ${proof}`
}

/** The one way out; `resolve` is the system's resolver but in tests. */
export const createOutbound = (
  { outboundAllow }: Pick<Config, 'outboundAllow'>,
  resolve: Resolve = systemResolve,
): Outbound => {
  const guard = createGuard(outboundAllow, resolve)
  const agents = new LRUCache<string, Promise<Agent>>({
    max: mostAgents,
    // Calls on their way are let through.
    dispose: (agent, _key, reason) => {
      if (reason === 'evict') agent.then((each) => each.close()).catch(() => {})
    },
  })
  const madeAgent = async (way: Way): Promise<Agent> =>
    (await import('./agent.ts')).guardedAgent(guard, way)
  const agentOf = (way: Way): Promise<Agent> => {
    const key = keyOf(way)
    const agent = agents.get(key) ?? madeAgent(way)
    agents.set(key, agent)
    return agent
  }
  return {
    async fetch(kind, url, options = {}): Promise<OutboundAnswer> {
      const first = firstHop(url, options)
      try {
        const { http2 = false, clientCertificate: shown = null } = options
        const way = { kind, http2, shown }
        return await follow(await agentOf(way), first, options)
      } catch (error) {
        throw translated(error, first.url.host)
      }
    },
    async connectAllowed(kind, host, port) {
      const [address] = await guard.addresses({ kind, host, port })
      if (address === undefined) throw new OutboundFailed(`${host} has no address`)
      return address
    },
    async close() {
      await Promise.all([...agents.values()].map(async (agent) => (await agent).destroy()))
    },
  }
}
