import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'

/** Receivers of webhooks: `/quick…` answers at once, `/hang…` never. */
export interface Receivers {
  readonly port: number
  /** How many calls wait for an answer that never comes. */
  hanging(): number
  /** Milliseconds from each event to its arrival at one that answers, since the last call. */
  takeDelays(): readonly number[]
  close(): Promise<void>
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}

/** On all addresses of loopback: each of them is a receiver of its own. */
export const startReceivers = async (): Promise<Receivers> => {
  let delays: number[] = []
  let hanging = 0
  const server = createServer(async (request, response) => {
    const text = await textOf(request)
    if (request.url?.startsWith('/hang') === true) {
      hanging += 1
      response.once('close', () => {
        hanging -= 1
      })
      return
    }
    delays.push(Date.now() - Date.parse(JSON.parse(text).timestamp))
    response.writeHead(204).end()
  })
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    hanging: () => hanging,
    takeDelays: () => {
      const taken = delays
      delays = []
      return taken
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
