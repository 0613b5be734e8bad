import type { CardReaderName, cardReaderFaults } from '@signet/contract/issuance/site-agents'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import {
  closeExchange,
  commandSeconds,
  findAnswer,
  openExchange,
  putCommand,
} from './card-exchanges.repository.ts'
import { type Outcome, openOutcome, sealCommand } from './card-secrets.ts'
import { findAgent } from './site-agents.repository.ts'
import { isOnline } from './site-agents.service.ts'
import { lookUntil } from './waiting.ts'

type Fault = (typeof cardReaderFaults)[number] | 'NO_ANSWER'

/** No card answered. NO_ANSWER: the agent did not in time, or is revoked. */
export class ReaderFault extends Error {
  readonly reason: Fault
  constructor(reason: Fault) {
    super(`the reader: ${reason}`)
    this.reason = reason
  }
}

/** Answers a command APDU with data and a status word. @throws ReaderFault */
export type Exchange = (command: Buffer) => Promise<Buffer>

const patience = { millis: commandSeconds * 1000, pauseMillis: () => 25 }

const exchanging =
  (ctx: Context, id: string): Exchange =>
  async (command) => {
    const number = await putCommand(ctx, id, await sealCommand(ctx, id, command))
    const look = async (): Promise<Outcome | 'OVER' | null> => {
      const sealed = await findAnswer(ctx, id)
      if (sealed === undefined) return 'OVER'
      return sealed === null ? null : openOutcome(ctx, id, sealed)
    }
    const outcome = number === null ? 'OVER' : await lookUntil(ctx.platform, patience, look)
    if (outcome === null || outcome === 'OVER') throw new ReaderFault('NO_ANSWER')
    if (outcome.kind === 'FAULT') throw new ReaderFault(outcome.fault)
    return Buffer.from(outcome.apdu, 'base64url')
  }

/**
 * Has a reader for as long as `work` takes, and nobody else has it meanwhile.
 * @throws ISSUANCE_CARD_READER_NOT_FOUND unless its agent is there and has it, _BUSY
 */
export const withCardReader = async <T>(
  ctx: Context,
  { agentId, name }: z.output<typeof CardReaderName>,
  work: (exchange: Exchange) => Promise<T>,
): Promise<T> => {
  const agent = await findAgent(ctx, agentId)
  const isThere = agent?.readers.some((reader) => reader.name === name) === true
  if (agent === undefined || !isThere || !isOnline(ctx, agent)) {
    throw new ApiError('ISSUANCE_CARD_READER_NOT_FOUND')
  }
  const id = await openExchange(ctx, { agentId, reader: name })
  if (id === null) throw new ApiError('ISSUANCE_CARD_READER_BUSY')
  try {
    return await work(exchanging(ctx, id))
  } finally {
    await closeExchange(ctx, id)
  }
}
