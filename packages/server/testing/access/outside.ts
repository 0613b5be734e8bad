import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp } from '../../src/app.ts'
import { allowedTargetOf } from '../../src/platform/config/outbound-allow.ts'
import { createOutbound } from '../../src/platform/outbound/outbound.ts'
import { createCall } from '../call.ts'
import type { TestApp } from '../test-app.ts'

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

export interface Asked {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly body: Record<string, unknown>
}

/** What a service outside answers; null: 404. */
export type Answering = (
  asked: Asked,
) => { readonly status?: number; readonly body?: unknown } | null

/** A real HTTP server on loopback that answers as a service outside would. */
export const startOutside = async (answering: Answering) => {
  const server = createServer(async (request, response) => {
    const text = await textOf(request)
    const answer = answering({
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization,
      body: text.startsWith('{') ? JSON.parse(text) : {},
    })
    const { status = answer === null ? 404 : 200, body } = answer ?? {}
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(body === undefined ? '' : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const close = () => new Promise((resolve) => server.close(resolve))
  return { url: `http://127.0.0.1:${address.port}`, port: address.port, close }
}

/** A node of the same service that may call this port on loopback, and nothing else inside. */
export const nodeThatCalls = async (test: TestApp, port: number) => {
  const target = allowedTargetOf(`http=127.0.0.1:${port}`)
  if (typeof target === 'string') throw new Error(target)
  const config = { ...test.platform.config, outboundAllow: [target] }
  const platform = { ...test.platform, config, outbound: createOutbound(config) }
  const app = await createApp(platform)
  await app.ready()
  const host = new URL(test.tenant.publicUrl).host
  return {
    app,
    host,
    call: createCall(app, host),
    close: async () => {
      await app.close()
      await platform.outbound.close()
    },
  }
}
