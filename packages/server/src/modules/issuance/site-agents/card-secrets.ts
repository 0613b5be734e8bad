import { cardReaderFaults } from '@signet/contract/issuance/site-agents'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'

/* Commands carry keys and credentials of cards: between two calls they lie sealed. */

const commandPurpose = (id: string): string => `card-command:${id}`
const answerPurpose = (id: string): string => `card-answer:${id}`

const Outcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('RESPONSE'), apdu: z.string() }),
  z.object({ kind: z.literal('FAULT'), fault: z.enum(cardReaderFaults) }),
])
export type Outcome = z.output<typeof Outcome>

export const sealCommand = ({ platform, tenant }: Context, id: string, apdu: Buffer) =>
  platform.secrets.seal(tenant.id, commandPurpose(id), apdu)

export const openCommand = ({ platform, tenant }: Context, id: string, sealed: Buffer) =>
  platform.secrets.open(tenant.id, commandPurpose(id), sealed)

export const sealOutcome = ({ platform, tenant }: Context, id: string, outcome: Outcome) =>
  platform.secrets.seal(tenant.id, answerPurpose(id), Buffer.from(JSON.stringify(outcome)))

export const openOutcome = async (
  { platform, tenant }: Context,
  id: string,
  sealed: Buffer,
): Promise<Outcome> => {
  const text = await platform.secrets.open(tenant.id, answerPurpose(id), sealed)
  return Outcome.parse(JSON.parse(text.toString('utf8')))
}
