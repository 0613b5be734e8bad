import { readFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'

const tls = join(import.meta.dirname, '../tls')
export const receiverAuthority = readFileSync(join(tls, 'ca.pem'), 'utf8').trim()

/** How a collector behaves: it takes all, or breaks off without reading. */
export type Manner = 'well' | 'breaks off'

export interface SyslogReceiver {
  readonly port: number
  /** Whole messages in the order they came. */
  readonly messages: string[]
  manner: Manner
  close(): Promise<void>
}

/** Messages by their counted length (RFC 6587, 3.4.1); what is cut off is no message. */
const messagesIn = (bytes: Buffer): string[] => {
  const found: string[] = []
  let rest = bytes
  while (rest.length > 0) {
    const blank = rest.indexOf(0x20)
    const length = Number(rest.subarray(0, blank).toString())
    if (blank < 1 || !Number.isInteger(length) || rest.length < blank + 1 + length) break
    found.push(rest.subarray(blank + 1, blank + 1 + length).toString())
    rest = rest.subarray(blank + 1 + length)
  }
  return found
}

/** A collector of syslog on loopback. */
export const startSyslogReceiver = async (security: 'TLS' | 'TCP'): Promise<SyslogReceiver> => {
  const open = new Set<Socket>()
  const messages: string[] = []
  const take = (socket: Socket): void => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
    if (receiver.manner === 'breaks off') {
      socket.destroy()
      return
    }
    const parts: Buffer[] = []
    socket.on('data', (part: Buffer) => parts.push(part))
    socket.on('end', () => {
      messages.push(...messagesIn(Buffer.concat(parts)))
      socket.end()
    })
  }
  const read = (name: string) => readFileSync(join(tls, name))
  const server: Server =
    security === 'TCP'
      ? createServer({ allowHalfOpen: true }, take)
      : createTlsServer({ key: read('server.key'), cert: read('server.pem') }, take)
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const receiver: SyslogReceiver = {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    messages,
    manner: 'well',
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
  return receiver
}
