import type { OutboundKind } from '../config/outbound-allow.ts'
import { type Outbound, OutboundRefused, type OutboundRequest } from '../outbound.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const withoutBody = new Set([204, 205, 304])

/** The outgoing calls of libraries that want the web's `fetch`, behind the same guard. */
export const asFetch =
  (outbound: Outbound, kind: OutboundKind, limits: OutboundRequest = {}) =>
  async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const asked = new Request(input, init)
    const method = methods.find((known) => known === asked.method)
    if (method === undefined) throw new OutboundRefused(`${asked.method} is not called`)
    const { maxRedirects = asked.redirect === 'follow' ? 3 : 0 } = limits
    const answer = await outbound.fetch(kind, asked.url, {
      ...limits,
      method,
      headers: Object.fromEntries(asked.headers),
      maxRedirects,
      ...(asked.body === null ? {} : { body: new Uint8Array(await asked.arrayBuffer()) }),
    })
    return new Response(withoutBody.has(answer.status) ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: { ...answer.headers },
    })
  }
