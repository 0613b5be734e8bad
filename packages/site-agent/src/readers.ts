/** A reader as the service is told of it. */
export interface ReaderState {
  readonly name: string
  readonly hasCard: boolean
}

/** The card left, or does not answer. */
export class NoCard extends Error {}

/** There is no reader of that name. */
export class NoReader extends Error {}

/** A card that is powered, for one sitting. */
export interface CardConnection {
  /** Answers a command APDU of ISO/IEC 7816-4. @throws NoCard */
  transmit(apdu: Buffer): Promise<Buffer>
  /** Leaves the card as it was before: what a key opened is closed. */
  close(): void
}

export interface CardReaders {
  list(): readonly ReaderState[]
  /** @throws NoReader, NoCard */
  connect(name: string): Promise<CardConnection>
  close(): void
}
