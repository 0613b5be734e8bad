import type { startUpstreamSignIn } from '@signet/contract/access/upstream-sign-in'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { WithCookie } from '../../../kit/routes.ts'
import { enabledProvider, upstream } from '../../applications/identity-providers/index.ts'
import { freshlyProven } from '../../authenticators/owners/index.ts'
import { engine } from '../sign-in/index.ts'
import { beginRequest, upstreamCookie } from './request.ts'

interface Beginning {
  readonly providerId: string
  readonly transactionId: string | null
  readonly sessionId: string | null
  readonly authToken: string | null
  readonly loginHint?: string | undefined
}

const begin = async (ctx: Context, { authToken, loginHint, ...beginning }: Beginning) => {
  const provider = await enabledProvider(ctx, beginning.providerId)
  const { id: requestId, ties, cookie, expiresAt } = await beginRequest(ctx, beginning)
  const redirect = await upstream.departureTo(ctx, provider, { requestId, ties, loginHint })
  const state = upstream.carriesState(provider) ? null : ties.state
  return new WithCookie(
    { redirect, authToken, state, expiresAt },
    { name: upstreamCookie(ctx), value: cookie, expiresAt },
  )
}

/**
 * Leaves a sign-in that an identity provider may go on with.
 * @throws no_transaction, identity_provider_not_found, identity_provider_unreachable
 */
export const start = async (
  ctx: Context,
  providerId: string,
  { authToken, loginHint }: BodyOf<typeof startUpstreamSignIn>,
) => {
  const transaction = await engine.openTransaction(ctx, authToken)
  if (transaction.purpose !== 'SIGN_IN' || !(await engine.mayComeFirst(ctx, transaction, 'IDP'))) {
    throw new ApiError('no_transaction')
  }
  const { id: transactionId } = transaction
  return begin(ctx, { providerId, transactionId, sessionId: null, authToken, loginHint })
}

/** Leaves to prove an account that is to be linked. @throws step_up_required, as `start` */
export const startLinking = (ctx: Context, providerId: string) => {
  const { sessionId } = freshlyProven(ctx)
  return begin(ctx, { providerId, transactionId: null, sessionId, authToken: null })
}
