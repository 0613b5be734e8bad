import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'

export interface Received {
  readonly path: string
  readonly id: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Receiver {
  readonly port: number
  readonly received: Received[]
  /** How many calls of `/slow` wait for `letGo`. */
  waiting(): number
  letGo(): void
  /** What `/turning` answers from now on. */
  answerWith(status: number): void
  close(): Promise<void>
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

const textOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}

/** Writes until the other side has had enough. */
const writeForever = (response: ServerResponse): void => {
  const part = Buffer.alloc(65_536, 'a')
  const more = (): void => {
    while (!response.destroyed && response.write(part));
  }
  response.on('drain', more).on('error', () => {})
  more()
}

export interface Identity {
  readonly key: string
  readonly cert: string
}

/**
 * A real receiver on loopback, over TLS with an identity: `/ok`, `/broken`, `/turning`, `/slow`,
 * `/redirect`, `/huge`, `/cut`.
 */
export const startReceiver = async (identity?: Identity): Promise<Receiver> => {
  const received: Received[] = []
  const held = new Set<ServerResponse>()
  let turning = 500
  const answer = (path: string, response: ServerResponse): void => {
    if (path === '/slow') held.add(response.on('close', () => held.delete(response)))
    else if (path === '/redirect') response.writeHead(307, { location: '/ok' }).end()
    else if (path === '/huge') writeForever(response.writeHead(200))
    else if (path === '/cut') response.destroy()
    else if (path === '/broken') response.writeHead(500).end('not today\n\u0007')
    else response.writeHead(path === '/turning' ? turning : 200).end('thank you')
  }
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? ''
    const headers = headersOf(request)
    received.push({ path, id: headers['webhook-id'] ?? '', headers, body: await textOf(request) })
    answer(path, response)
  }
  const server = identity === undefined ? createServer(take) : createTlsServer(identity, take)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address === null || typeof address === 'string' ? 0 : address.port
  return {
    port,
    received,
    waiting: () => held.size,
    letGo: () => {
      for (const response of held) response.end('at last')
      held.clear()
    },
    answerWith: (status) => {
      turning = status
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** A signature as a receiver computes it from what it was sent (Standard Webhooks 1.0). */
export const expectedSignature = (secret: string, { headers, body }: Received): string => {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
