import { createSocket, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import type { Clients } from './clients.ts'
import { type Port, type Receiving, receive } from './receiving.ts'

interface Listening {
  readonly listen: string
  readonly port: number
  readonly kind: Port
  readonly clients: () => Clients
  readonly receiving: Receiving
}

/** Answers on one UDP port; senders that nobody has registered hear nothing. */
export const listenUdp = (options: Listening): Promise<Socket> => {
  const { listen, port, kind, clients, receiving } = options
  const socket = createSocket(isIPv6(listen) ? 'udp6' : 'udp4')
  socket.on('message', (bytes, from) => {
    const client = clients().byAddress(from.address)
    if (client === null) {
      receiving.tell('client_unknown', { address: from.address })
      receiving.faults.note({
        reason: 'ADDRESS_NOT_ALLOWED',
        applicationId: null,
        clientAddress: from.address,
      })
      return
    }
    const secret = Buffer.from(client.sharedSecret)
    const place = `${kind} ${from.address} ${from.port}`
    const received = { bytes, port: kind, client, secret, address: from.address, place }
    void receive(receiving, received).then((answer) => {
      if (answer !== null) socket.send(answer, from.port, from.address)
    })
  })
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, listen, () => {
      socket.off('error', reject)
      socket.on('error', (error) => receiving.tell('socket_failed', { reason: error.message }))
      resolve(socket)
    })
  })
}
