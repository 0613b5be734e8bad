import { once } from 'node:events'
import { connect } from 'node:net'
import type { CardChannel } from '../../modules/issuance/smart-card-profiles/channel.ts'

/** What a contactless card that only stores shows as its answer to reset (PC/SC part 3, 3.1.3.2.3). */
const atr = Buffer.from('3b8f8001804f0ca000000306030001000000006a', 'hex')

const askForAtr = 4

const framed = (bytes: Uint8Array): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

export interface CardByTcp {
  /** Takes the card out of the reader. */
  leave(): Promise<void>
}

/**
 * Puts a card into a virtual reader, by the protocol of vsmartcard's vpcd: two bytes of length, then
 * a command, or one byte of control.
 */
export const cardByTcp = async (port: number, card: CardChannel): Promise<CardByTcp> => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let rest: Buffer = Buffer.alloc(0)
  const answer = async (bytes: Buffer): Promise<void> => {
    if (bytes.length > 1) socket.write(framed(await card.exchange(bytes)))
    else if (bytes[0] === askForAtr) socket.write(framed(atr))
  }
  socket.on('error', () => socket.destroy())
  socket.on('data', (part: Buffer) => {
    rest = Buffer.concat([rest, part])
    while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE()) {
      const end = 2 + rest.readUInt16BE()
      answer(rest.subarray(2, end)).catch(() => socket.destroy())
      rest = rest.subarray(end)
    }
  })
  return {
    async leave() {
      if (socket.destroyed) return
      socket.destroy()
      await once(socket, 'close')
    },
  }
}
