import * as contract from '@signet/contract/access/radius-sign-in'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { day, type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { expectAgent } from '../../applications/radius-agents/index.ts'
import { findServed } from '../../applications/radius-applications/index.ts'
import { endSessions, keepSession } from '../../applications/radius-sessions/index.ts'
import { readConfiguration } from './configuration.service.ts'
import { decideAccess } from './deciding.service.ts'

/** @throws access_denied for an agent that may not speak for the application */
const account = async (
  ctx: Context,
  heard: BodyOf<typeof contract.accountRadiusSession>,
): Promise<undefined> => {
  const agent = await expectAgent(ctx, heard.credential)
  const { status, applicationId } = heard
  if ((await findServed(ctx, { id: applicationId, agentId: agent.id })) === null) {
    throw new ApiError('access_denied')
  }
  if (status === 'ON' || status === 'OFF') await endSessions(ctx, heard)
  else if (heard.sessionId !== '') await keepSession(ctx, { ...heard, isEnd: status === 'STOP' })
}

/** What RADIUS agents ask, on their own credential. */
const radiusSignInRoutes = routes(contract, {
  readRadiusConfiguration: (ctx, { body }) => readConfiguration(ctx, body),
  accountRadiusSession: (ctx, { body }) => account(ctx, body),
  decideRadiusAccess: (ctx, { body }) => decideAccess(ctx, body),
})

export const radiusSignInModule: Module = {
  routes: [radiusSignInRoutes],
  retention: [{ table: 'radius_challenges', column: 'expires_at', graceMillis: day }],
  secretColumns: ['radius_challenges.id', 'radius_challenges.sealed'],
}
