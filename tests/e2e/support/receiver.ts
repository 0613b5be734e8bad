import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { freePort } from './service.ts'

export interface Received {
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

export interface Receiver {
  readonly port: number
  readonly received: readonly Received[]
  close(): Promise<void>
}

/** What an administrator's own system would be: it takes what it is sent and says thank you. */
export const startReceiver = async (): Promise<Receiver> => {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    received.push({ headers: request.headers, body: Buffer.concat(parts).toString('utf8') })
    response.end('thank you')
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port,
    received,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Checked as receivers are told to (Standard Webhooks 1.0). */
export const isSigned = (secret: string, { headers, body }: Received): boolean => {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return (
    headers['webhook-signature'] ===
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  )
}
