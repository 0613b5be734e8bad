import { once as happens } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { type CardConnection, type CardReaders, NoCard, NoReader } from './readers.ts'
import { control, createUnframing, frame } from './vpcd.ts'

const virtualReaderName = 'Virtual reader'

/** What is sent to a card is answered in order, one at a time. */
const cardAt = (socket: Socket) => {
  const unframe = createUnframing()
  let waiting: PromiseWithResolvers<Buffer> | null = null
  socket.on('data', (part: Buffer) => {
    for (const answer of unframe(part)) waiting?.resolve(answer)
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => waiting?.reject(new NoCard('the card left the reader')))
  return {
    async ask(bytes: Uint8Array): Promise<Buffer> {
      if (socket.destroyed) throw new NoCard('the card left the reader')
      waiting = Promise.withResolvers<Buffer>()
      socket.write(frame(bytes))
      return waiting.promise
    },
    tell: (code: number): void => {
      if (!socket.destroyed) socket.write(frame(Uint8Array.of(code)))
    },
  }
}

/** One reader, for tests: its card connects to a port of this machine. */
export const virtualReaders = async (
  port: number,
): Promise<CardReaders & { readonly port: number }> => {
  const cards = new Map<Socket, ReturnType<typeof cardAt>>()
  const server = createServer((socket) => {
    cards.set(socket, cardAt(socket))
    socket.once('close', () => cards.delete(socket))
  })
  server.listen(port, '127.0.0.1')
  await happens(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    list: () => [{ name: virtualReaderName, hasCard: cards.size > 0 }],
    connect: async (name): Promise<CardConnection> => {
      if (name !== virtualReaderName) throw new NoReader(`there is no reader ${name}`)
      const [card] = cards.values()
      if (card === undefined) throw new NoCard('there is no card in the reader')
      card.tell(control.powerOn)
      await card.ask(Uint8Array.of(control.atr))
      return { transmit: (apdu) => card.ask(apdu), close: () => card.tell(control.powerOff) }
    },
    close() {
      server.close()
      for (const socket of cards.keys()) socket.destroy()
    },
  }
}
