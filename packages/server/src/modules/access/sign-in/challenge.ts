import type { ChallengeAnswer, SignInAuthenticator } from '@signet/contract/access/authentication'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { assertionOptions } from '../../authenticators/fido/index.ts'
import { sendCode } from '../../authenticators/otps/index.ts'
import { mailHint } from './mail-hint.ts'
import { recipientOf } from './recipients.ts'
import { openTransaction, type Purpose, sealTransaction, type Transaction } from './record.ts'
import { readSituation, type Situation } from './situation.ts'

type Authenticator = z.output<typeof SignInAuthenticator>
type Answer = z.input<typeof ChallengeAnswer>

/** A passkey's challenge lives as long as a browser lets a ceremony wait. */
const challengeMillis = 5 * 60_000

const answerWith = async (
  ctx: Context,
  transaction: Transaction,
  asked: Partial<Pick<Answer, 'fidoChallenge' | 'otp'>>,
): Promise<Answer> => ({
  authToken: await sealTransaction(ctx, transaction),
  authenticationCompleted: false,
  fidoChallenge: null,
  otp: null,
  sequenceNonce: null,
  ...asked,
})

/** Nothing is written: the challenge travels in the sealed transaction. */
const passkeyChallenge = async (ctx: Context, transaction: Transaction, userId: string | null) => {
  const options = await assertionOptions(ctx, { userId })
  const until = ctx.platform.clock.now().getTime() + challengeMillis
  const challenged = { ...transaction, challenge: { value: options.challenge, until } }
  return answerWith(ctx, challenged, { fidoChallenge: { ...options } })
}

/** @throws no_otp when this is not a way to reach the person */
const codeChallenge = async (ctx: Context, { transaction, account }: Situation) => {
  const recipient = recipientOf(ctx, account)
  if (recipient === null) throw new ApiError('no_otp')
  const otp = await sendCode(ctx, {
    transactionId: transaction.id,
    subject: account.id,
    recipient,
    hint: mailHint(recipient.address),
  })
  return answerWith(ctx, transaction, { otp })
}

export interface Asked {
  readonly authToken: string
  readonly authenticator: Authenticator
  readonly purposes: readonly Purpose[]
}

const signInPurposes: readonly Purpose[] = ['SIGN_IN', 'SETUP', 'STEP_UP']

/** What has to be answered. @throws no_transaction for an authenticator that is not due */
export const challenge = async (
  ctx: Context,
  { authToken, authenticator, purposes }: Asked,
): Promise<Answer> => {
  const transaction = await openTransaction(ctx, authToken)
  if (!purposes.includes(transaction.purpose)) throw new ApiError('no_transaction')
  if (authenticator === 'PASSKEY') return passkeyChallenge(ctx, transaction, null)
  if (authenticator !== 'FIDO' && authenticator !== 'OTP') return answerWith(ctx, transaction, {})
  const situation = await readSituation(ctx, authToken)
  const { move, account } = situation
  if (move.kind !== 'step' || !move.step.allowed.includes(authenticator)) {
    throw new ApiError('no_transaction')
  }
  return authenticator === 'FIDO'
    ? passkeyChallenge(ctx, transaction, account.id)
    : codeChallenge(ctx, situation)
}

export const signInChallenge = (ctx: Context, asked: Omit<Asked, 'purposes'>) =>
  challenge(ctx, { ...asked, purposes: signInPurposes })
