import type { Agent, request as Request } from 'undici'
import type { OutboundKind } from '../config/outbound-allow.ts'
import type { Config } from '../config.ts'
import {
  type Outbound,
  type OutboundAnswer,
  OutboundFailed,
  OutboundRefused,
  type OutboundRequest,
} from '../outbound.ts'
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

const readBody = async (body: Answer['body'], maxBytes: number): Promise<Buffer> => {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of body) {
    const bytes = Buffer.from(part)
    length += bytes.length
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
  const { maxRedirects, timeoutMillis, maxBytes } = { ...defaults, ...options }
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
      const read = await readBody(answer.body, maxBytes)
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

/** The one way out; `resolve` is the system's resolver but in tests. */
export const createOutbound = (
  { outboundAllow }: Pick<Config, 'outboundAllow'>,
  resolve: Resolve = systemResolve,
): Outbound => {
  const guard = createGuard(outboundAllow, resolve)
  const agents = new Map<OutboundKind, Promise<Agent>>()
  const madeAgent = async (kind: OutboundKind): Promise<Agent> =>
    (await import('./agent.ts')).guardedAgent(guard, kind)
  const agentOf = (kind: OutboundKind): Promise<Agent> => {
    const agent = agents.get(kind) ?? madeAgent(kind)
    agents.set(kind, agent)
    return agent
  }
  return {
    async fetch(kind, url, options = {}): Promise<OutboundAnswer> {
      const first = firstHop(url, options)
      try {
        return await follow(await agentOf(kind), first, options)
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
