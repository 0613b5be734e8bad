import { once } from 'node:events'
import { createServer, type Server, type TLSSocket } from 'node:tls'
import type { Client, Clients } from './clients.ts'
import type { RadSecConfig } from './config.ts'
import { type Receiving, receive } from './receiving.ts'

/** RFC 6614, section 2.3: the same for everybody, for TLS has proven who it is. */
const secret = Buffer.from('radsec')
const mostBytes = 4096
const idleMillis = 600_000
const mostConnections = 1000
const handshakeMillis = 10_000

/** The names that the client's certificate is for (RFC 6125, section 6.4): never its subject. */
const namesOf = (socket: TLSSocket): readonly string[] =>
  (socket.getPeerCertificate().subjectaltname ?? '')
    .split(', ')
    .filter((name) => name.startsWith('DNS:'))
    .map((name) => name.slice(4))

/** The packets of a stream, each by its own length; null for what can be none. */
const packetsOf = (buffered: Buffer): { packets: Buffer[]; rest: Buffer } | null => {
  const packets: Buffer[] = []
  let rest = buffered
  while (rest.length >= 4) {
    const length = rest.readUInt16BE(2)
    if (length < 20 || length > mostBytes) return null
    if (rest.length < length) break
    packets.push(Buffer.from(rest.subarray(0, length)))
    rest = rest.subarray(length)
  }
  return { packets, rest }
}

interface Serving {
  readonly clients: () => Clients
  readonly receiving: Receiving
}

const serve = (socket: TLSSocket, client: Client, { clients, receiving }: Serving): void => {
  const address = socket.remoteAddress ?? ''
  const place = `TLS ${address} ${socket.remotePort}`
  let buffered: Buffer = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    const read = packetsOf(Buffer.concat([buffered, bytes]))
    const present = clients().byTlsName(namesOf(socket))
    if (read === null || present?.id !== client.id) return void socket.destroy()
    buffered = read.rest
    for (const packet of read.packets) {
      const received = {
        bytes: packet,
        port: 'TLS',
        client: present,
        secret,
        address,
        place,
      } as const
      void receive(receiving, received).then((answer) => {
        if (answer !== null && socket.writable) socket.write(answer)
      })
    }
  })
}

/** RADIUS over TLS (RFC 6614): both sides show a certificate. */
export const listenRadSec = async (
  { port, cert, key, ca }: RadSecConfig,
  listen: string,
  serving: Serving,
): Promise<Server> => {
  const { receiving, clients } = serving
  const server = createServer(
    {
      cert,
      key,
      ca,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      handshakeTimeout: handshakeMillis,
    },
    (socket) => {
      socket.setTimeout(idleMillis, () => socket.destroy())
      socket.on('error', () => socket.destroy())
      const client = clients().byTlsName(namesOf(socket))
      if (client !== null) return serve(socket, client, serving)
      receiving.tell('client_unknown', { address: socket.remoteAddress })
      socket.destroy()
    },
  )
  // Whoever reaches the port may begin to connect.
  server.maxConnections = mostConnections
  server.on('tlsClientError', (error) => receiving.tell('tls_refused', { reason: error.message }))
  server.listen(port, listen)
  await once(server, 'listening')
  return server
}
