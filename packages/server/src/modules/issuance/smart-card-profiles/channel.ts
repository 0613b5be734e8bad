/** A card in a reader, or what stands for one. */
export interface CardChannel {
  /**
   * Answers a command APDU of ISO/IEC 7816-4 with data and a status word of two bytes.
   * @throws CardGone when no card is there any more
   */
  exchange(command: Buffer): Promise<Buffer>
}

/** The card left the reader. */
export class CardGone extends Error {}

/** A command that the card did not do; `statusWord` in hexadecimal. */
export class CardRefused extends Error {
  readonly statusWord: string
  constructor(statusWord: string) {
    super(`the card answered ${statusWord}`)
    this.statusWord = statusWord
  }
}

const done = '9000'

/** Bytes of the header before the data. */
const send = async (channel: CardChannel, header: readonly number[], data?: Uint8Array) => {
  const length = data === undefined ? [] : [data.length]
  const answer = await channel.exchange(Buffer.from([...header, ...length, ...(data ?? [])]))
  const statusWord = answer.subarray(-2).toString('hex')
  if (statusWord !== done) throw new CardRefused(statusWord)
  return answer.subarray(0, -2)
}

const whole = 0

/**
 * The commands that readers understand for cards that only store: PC/SC part 3, section 3.2.2.1.
 * Each @throws CardGone, CardRefused
 */
export const storageCard = (channel: CardChannel) => ({
  serialNumber: () => send(channel, [0xff, 0xca, 0, 0, whole]),
  /** Puts a key into the reader's memory, and opens a block with it. */
  open: async (block: number, { key, kind }: { key: Uint8Array; kind: number }): Promise<void> => {
    await send(channel, [0xff, 0x82, 0, 0], key)
    await send(channel, [0xff, 0x86, 0, 0], Uint8Array.of(1, 0, block, kind, 0))
  },
  read: (block: number, bytes: number) => send(channel, [0xff, 0xb0, 0, block, bytes]),
  write: (block: number, content: Uint8Array) => send(channel, [0xff, 0xd6, 0, block], content),
})

export type StorageCard = ReturnType<typeof storageCard>
