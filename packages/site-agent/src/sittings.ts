import { setTimeout as sleep } from 'node:timers/promises'
import { type CardConnection, type CardReaders, NoCard, NoReader } from './readers.ts'
import type { Command, CommandAnswer } from './service.ts'

interface Sitting {
  readonly reader: string
  readonly connection: CardConnection
  /** Ends it when it is left. */
  readonly idle: NodeJS.Timeout
}

const late = async (millis: number, signal: AbortSignal): Promise<never> => {
  await sleep(millis, undefined, { signal })
  throw new NoCard('the card did not answer in time')
}

/** @throws NoCard, also for one that does not answer within the time */
const transmitted = async (
  connection: CardConnection,
  { apdu, withinSeconds }: Command,
): Promise<Buffer> => {
  const answered = new AbortController()
  const tooLate = late(withinSeconds * 1000, answered.signal)
  try {
    return await Promise.race([connection.transmit(Buffer.from(apdu, 'base64url')), tooLate])
  } finally {
    tooLate.catch(() => undefined)
    answered.abort()
  }
}

const outcomeOf = (error: unknown): CommandAnswer['outcome'] => {
  if (error instanceof NoReader) return { kind: 'FAULT', fault: 'NO_READER' }
  if (error instanceof NoCard) return { kind: 'FAULT', fault: 'NO_CARD' }
  throw error
}

export interface Sittings {
  perform(command: Command): Promise<CommandAnswer>
  close(): void
}

/** The cards that commands go to: one connection for each sitting, ended when it is left. */
export const createSittings = (readers: CardReaders): Sittings => {
  const open = new Map<string, Sitting>()
  const end = (id: string): void => {
    const sitting = open.get(id)
    if (sitting === undefined) return
    open.delete(id)
    clearTimeout(sitting.idle)
    sitting.connection.close()
  }
  const connectionOf = async (command: Command): Promise<CardConnection> => {
    const { exchangeId: id, reader } = command
    const known = open.get(id)
    clearTimeout(known?.idle)
    for (const [other, sitting] of open) if (other !== id && sitting.reader === reader) end(other)
    const connection = known?.connection ?? (await readers.connect(reader))
    const idle = setTimeout(() => end(id), command.withinSeconds * 1000)
    open.set(id, { reader, connection, idle })
    return connection
  }
  return {
    async perform(command) {
      const { exchangeId, number } = command
      try {
        const apdu = await transmitted(await connectionOf(command), command)
        const outcome = { kind: 'RESPONSE', apdu: apdu.toString('base64url') } as const
        return { exchangeId, number, outcome }
      } catch (error) {
        end(exchangeId)
        return { exchangeId, number, outcome: outcomeOf(error) }
      }
    },
    close() {
      for (const id of open.keys()) end(id)
    },
  }
}
