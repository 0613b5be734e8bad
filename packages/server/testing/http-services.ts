import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { allowedTargetOf } from '../src/platform/config/outbound-allow.ts'
import { createOutbound } from '../src/platform/outbound/outbound.ts'
import type { TestApp } from './test-app.ts'

export interface ServiceCall {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface ServiceAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Answers that much later; `never` leaves the caller waiting. */
  readonly afterMillis?: number | 'never'
}

export interface ServiceForTests {
  readonly port: number
  readonly url: string
  /** What it was asked, the oldest first. */
  readonly calls: ServiceCall[]
  /** How it answers from now on. */
  answer(by: (call: ServiceCall) => ServiceAnswer): void
  close(): Promise<void>
}

/** A service of somebody else's on loopback: a provider of messages, a directory behind a web API. */
export const startHttpService = async (): Promise<ServiceForTests> => {
  const calls: ServiceCall[] = []
  let answering: (call: ServiceCall) => ServiceAnswer = () => ({})
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const call: ServiceCall = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      }
      calls.push(call)
      const { status = 200, headers = {}, body = {}, afterMillis = 0 } = answering(call)
      if (afterMillis === 'never') return
      setTimeout(() => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers })
        response.end(typeof body === 'string' ? body : JSON.stringify(body))
      }, afterMillis)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  return {
    port,
    url: `http://localhost:${port}`,
    calls,
    answer: (by) => {
      answering = by
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The operator names these services, and nothing else inside. */
export const allowServices = (
  { platform }: TestApp,
  services: readonly ServiceForTests[],
): void => {
  const outboundAllow = services.flatMap(({ port }) => {
    const target = allowedTargetOf(`http=localhost:${port}`)
    return typeof target === 'string' ? [] : [target]
  })
  const outbound = createOutbound({ outboundAllow })
  Object.assign(platform, { outbound, config: { ...platform.config, outboundAllow } })
}
