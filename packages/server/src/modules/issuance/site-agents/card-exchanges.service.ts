import type { exchangeWithCard } from '@signet/contract/issuance/site-agents'
import type { AnswerOf, BodyOf } from '@signet/contract/kit/endpoint'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { noteRow } from '../../../platform/db/row-sets.ts'
import {
  type Claimed,
  claimCommand,
  commandSeconds,
  putAnswer,
} from './card-exchanges.repository.ts'
import { openCommand, sealOutcome } from './card-secrets.ts'
import { expectSiteAgent } from './site-agents.service.ts'
import { lookUntil } from './waiting.ts'

type Body = BodyOf<typeof exchangeWithCard>
type Answer = AnswerOf<typeof exchangeWithCard>

/** For the answer to be there in time. */
const marginSeconds = 2

const nothing: Answer = { command: null }

/** A sitting goes on at once; who begins one waits a moment longer. */
const pauseMillis = (waitedMillis: number): number => (waitedMillis < 2000 ? 25 : 200)

const keepAnswer = async (
  ctx: Context,
  agentId: string,
  { exchangeId: id, number, outcome }: NonNullable<Body['answer']>,
): Promise<void> =>
  putAnswer(ctx, { agentId, id, number, sealed: await sealOutcome(ctx, id, outcome) })

const given = async (ctx: Context, claimed: Claimed): Promise<Answer> => ({
  command: {
    exchangeId: claimed.id,
    number: claimed.number,
    reader: claimed.reader,
    apdu: (await openCommand(ctx, claimed.id, claimed.sealed_command)).toString('base64url'),
    withinSeconds: commandSeconds - marginSeconds,
  },
})

/**
 * Keeps what an agent answers, and waits for what it is to do next.
 * @throws access_denied, for an agent that is revoked meanwhile, too
 */
export const exchange = async (
  ctx: Context,
  { credential, waitSeconds, answer }: Body,
): Promise<Answer> => {
  const { id: agentId } = await expectSiteAgent(ctx, credential)
  if (answer !== null) await keepAnswer(ctx, agentId, answer)
  const pollId = ctx.platform.ids.uuid()
  // From now on, only the call with this id is given commands.
  const last_seen_at = ctx.platform.clock.now()
  await noteRow(ctx, 'site_agents', { id: agentId, poll_id: pollId, last_seen_at })
  const look = async (): Promise<Answer | null> => {
    const looked = await claimCommand(ctx, agentId, pollId)
    if (looked === undefined) throw new ApiError('access_denied')
    if (looked.claimed !== null) return given(ctx, looked.claimed)
    return looked.is_latest ? null : nothing
  }
  const patience = { millis: waitSeconds * 1000, pauseMillis }
  return (await lookUntil(ctx.platform, patience, look)) ?? nothing
}
