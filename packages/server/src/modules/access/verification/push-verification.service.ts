import type {
  PushVerification,
  PushVerificationChallenge,
} from '@signet/contract/access/verification'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { awaitAnswer } from '../../authenticators/soft-tokens/index.ts'
import { authenticate, challenge, openOwn } from './verification.service.ts'

const authenticator = 'TOKENPUSH'

/** Asks the apps of whoever is verified. @throws no_transaction, push_paused, user_locked */
export const challengePush = async (
  ctx: Context,
  authToken: string,
): Promise<z.input<typeof PushVerificationChallenge>> => {
  const asked = await challenge(ctx, authToken, authenticator)
  if (asked.push === undefined || asked.push === null) throw new ApiError('no_transaction')
  return { authToken: asked.authToken, push: asked.push }
}

/**
 * Waits for the answer; only an approval is handed in, so that waiting counts as no wrong answer.
 * @throws no_transaction
 */
export const authenticatePush = async (
  ctx: Context,
  authToken: string,
): Promise<z.input<typeof PushVerification>> => {
  const { id } = await openOwn(ctx, authToken)
  const { status } = await awaitAnswer(ctx, id)
  if (status !== 'APPROVED') return { verified: false, status, userId: null, authenticator }
  const { userId } = await authenticate(ctx, { authToken, response: '' }, authenticator)
  return { verified: true, status, userId, authenticator }
}
