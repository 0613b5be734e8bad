import type { Context } from '../../../../../kit/context.ts'
import { channels } from '../../../../authenticators/attempts/index.ts'
import {
  acceptStep,
  activeTokensQuery,
  matchCode,
  questions,
  type StoredToken,
} from '../../../../authenticators/tokens/index.ts'
import { asQuestions, questionOf } from '../../challenge/token-questions.ts'
import type { Account } from '../../transaction/accounts.repository.ts'
import { factor, type Proof } from './factor.ts'

type Accepted = Awaited<ReturnType<typeof matchCode>>

/** What the first token says that takes the answer; all are asked. */
const proofBy = async (
  ctx: Context,
  account: Account | null,
  matching: readonly Promise<Accepted>[],
): Promise<Proof | null> => {
  const accepted = (await Promise.all(matching)).find((match) => match !== null)
  if (account === null || accepted === undefined || accepted === null) return null
  return {
    userId: account.id,
    authenticatorId: accepted.id,
    class: 'POSSESSION',
    channel: channels.TOKEN,
    verifiedUser: false,
    uses: [acceptStep(ctx, accepted)],
  }
}

const showsCodes = (token: StoredToken): boolean => !asQuestions(token)

/** A code of any of the user's active tokens (RFC 6238, RFC 4226). */
export const tokenFactor = factor({
  query: (ctx, { transaction }) => activeTokensQuery(ctx, transaction.userId),
  check: (ctx, { given }, { account, rows: tokens }) => {
    const code = given.response ?? ''
    const shown = tokens.filter(showsCodes)
    return proofBy(
      ctx,
      account,
      shown.map((token) => matchCode(ctx, token, code)),
    )
  },
})

/** The answer of a token to the question of this transaction (RFC 6287). */
export const tokenAnswerFactor = factor({
  query: (ctx, { transaction }) => activeTokensQuery(ctx, transaction.userId),
  check: (ctx, { transaction, given }, { account, rows: tokens }) => {
    const question = questionOf(ctx, transaction)
    const typed = given.response ?? ''
    const asked = question === null ? [] : tokens.filter(asQuestions)
    return proofBy(
      ctx,
      account,
      asked.flatMap((token) =>
        question === null ? [] : [questions.matchAnswer(ctx, token, { question, typed })],
      ),
    )
  },
})
