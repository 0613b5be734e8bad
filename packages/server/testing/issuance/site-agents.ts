import type { Context } from '../../src/kit/context.ts'
import {
  claimCommand,
  openExchange,
  putAnswer,
  putCommand,
} from '../../src/modules/issuance/site-agents/card-exchanges.repository.ts'
import { sealCommand, sealOutcome } from '../../src/modules/issuance/site-agents/card-secrets.ts'
import { announce, create } from '../../src/modules/issuance/site-agents/site-agents.service.ts'
import { noteRow } from '../../src/platform/db/row-sets.ts'

export const readerOfTests = 'Desk reader 0'

/** A site agent that has just told of one reader. */
export const buildSiteAgent = async (ctx: Context) => {
  const name = `Site ${ctx.platform.ids.random(6).toString('hex')}`
  const { agent, credential } = await create(ctx, { name })
  const readers = [{ name: readerOfTests, hasCard: true }]
  await announce(ctx, { credential, version: '1', readers })
  return { id: agent.id, name, credential, reader: { agentId: agent.id, name: readerOfTests } }
}

/** A sitting that was left with a command and its answer, both of them bytes. */
export const buildLeftSitting = async (
  ctx: Context,
  { command, answer }: { readonly command: Buffer; readonly answer: Buffer },
) => {
  const agent = await buildSiteAgent(ctx)
  const place = { agentId: agent.id, reader: readerOfTests }
  const id = await openExchange(ctx, place)
  if (id === null) throw new Error('the reader is taken')
  const number = await putCommand(ctx, id, await sealCommand(ctx, id, command))
  const pollId = ctx.platform.ids.uuid()
  await noteRow(ctx, 'site_agents', { id: agent.id, poll_id: pollId })
  await claimCommand(ctx, agent.id, pollId)
  const apdu = answer.toString('base64url')
  const sealed = await sealOutcome(ctx, id, { kind: 'RESPONSE', apdu })
  await putAnswer(ctx, { agentId: agent.id, id, number: number ?? 0, sealed })
  return agent
}
