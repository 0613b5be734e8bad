import type { accountRadiusSession } from '@signet/contract/access/radius-sign-in'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { expectAgent } from '../../applications/radius-agents/index.ts'
import { findServed } from '../../applications/radius-applications/index.ts'
import { endSessions, keepSession } from '../../applications/radius-sessions/index.ts'

/** @throws access_denied for an agent that may not speak for the application */
export const account = async (
  ctx: Context,
  heard: BodyOf<typeof accountRadiusSession>,
): Promise<undefined> => {
  const agent = await expectAgent(ctx, heard.credential)
  const { status, applicationId } = heard
  if ((await findServed(ctx, { id: applicationId, agentId: agent.id })) === null) {
    throw new ApiError('access_denied')
  }
  if (status === 'ON' || status === 'OFF') await endSessions(ctx, heard)
  else if (heard.sessionId !== '') await keepSession(ctx, { ...heard, isEnd: status === 'STOP' })
}
