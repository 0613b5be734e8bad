import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { callerAt } from '../kit/limits.ts'
import { isProxy, peerAddress } from '../platform/addresses.ts'
import type { Config } from '../platform/config.ts'

interface Connection {
  readonly caller: string
  readonly peer: string
  readonly socket: Socket
  answering: number
}

/** TLS hands out a socket of its own, which has the same other end. */
const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

/** The open connections of each address, bounded by what is open. */
const openConnections = (perAddress: number) => {
  const byPeer = new Map<string, Connection>()
  const byCaller = new Map<string, Set<Connection>>()
  const remove = (connection: Connection): void => {
    const { caller, peer } = connection
    const open = byCaller.get(caller)
    open?.delete(connection)
    if (open?.size === 0) byCaller.delete(caller)
    if (byPeer.get(peer) === connection) byPeer.delete(peer)
  }
  /** Closes the longest idle connection of a caller; false where none is idle. */
  const makeRoom = (open: ReadonlySet<Connection>): boolean => {
    const idle = [...open].find(({ answering }) => answering === 0)
    if (idle === undefined) return false
    remove(idle)
    idle.socket.destroy()
    return true
  }
  return {
    add(socket: Socket): void {
      const caller = callerAt(peerAddress(socket))
      const known = byCaller.get(caller) ?? new Set()
      if (known.size >= perAddress && !makeRoom(known)) return void socket.destroy()
      const connection = { caller, peer: peerOf(socket), socket, answering: 0 }
      byPeer.set(connection.peer, connection)
      const open = byCaller.get(caller) ?? new Set()
      byCaller.set(caller, open.add(connection))
      socket.once('close', () => remove(connection))
    },
    of: (socket: Socket): Connection | undefined => byPeer.get(peerOf(socket)),
  }
}

type Bounds = Pick<Config, 'connectionsPerAddress' | 'requestLimitScale' | 'trustedProxies'>

/**
 * Bounds the connections of one address (of one /64 of IPv6). A further one takes the place of the
 * longest idle one; where all are answering, it is closed. Declared proxies bring the
 * requests of many clients and are not bounded.
 */
export const boundConnections = (app: FastifyInstance, config: Bounds): void => {
  if (config.requestLimitScale === 0) return
  const connections = openConnections(config.connectionsPerAddress)
  app.server.on('connection', (socket: Socket) => {
    if (!isProxy(peerAddress(socket), config)) connections.add(socket)
  })
  app.addHook('onRequest', (request, reply, done) => {
    const connection = connections.of(request.raw.socket)
    if (connection !== undefined) {
      connection.answering += 1
      reply.raw.once('close', () => {
        connection.answering -= 1
      })
    }
    done()
  })
}
