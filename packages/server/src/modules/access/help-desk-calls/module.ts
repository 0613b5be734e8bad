import * as contract from '@signet/contract/access/help-desk-calls'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { readOwner } from '../../authenticators/owners/index.ts'
import { awaitAnswer, sendPush, softTokens } from '../../authenticators/soft-tokens/index.ts'
import { settings } from '../../settings/families/index.ts'

/** Six digits: short enough to be read aloud, too many to be guessed in one call. */
const newNumber = ({ platform }: Context): string =>
  String(platform.ids.random(4).readUInt32BE(0) % 1_000_000).padStart(6, '0')

/** Has the app of a user show who speaks with them. @throws user_not_found, no_otp, push_paused */
const start = async (ctx: Context, userId: string) => {
  const { id } = await readOwner(ctx, userId)
  const { pushEnabled } = await settings.entrustSt(ctx, id)
  if (!pushEnabled) throw new ApiError('no_otp')
  const callId = ctx.platform.ids.uuid()
  const spoken = newNumber(ctx)
  const { expiresAt } = await sendPush(ctx, {
    userId: id,
    transactionId: callId,
    application: null,
    purpose: 'CALL',
    spoken,
  })
  return { id: callId, number: spoken, agent: await softTokens.agentName(ctx), expiresAt }
}

interface Call {
  readonly userid: string
  readonly callid: string
}

/** How the user has answered; waits a while for it. @throws user_not_found, not_found */
const wait = async (ctx: Context, { userid, callid }: Call) => {
  const { id } = await readOwner(ctx, userid)
  const isTheirs = await softTokens.isCalled(ctx, { userId: id, transactionId: callid })
  if (!isTheirs) throw new ApiError('not_found')
  return awaitAnswer(ctx, callid)
}

export const helpDeskCallsModule: Module = {
  routes: [
    routes(contract, {
      startHelpDeskCall: (ctx, { params }) => start(ctx, params.userid),
      waitForHelpDeskCall: (ctx, { params }) => wait(ctx, params),
    }),
  ],
}
