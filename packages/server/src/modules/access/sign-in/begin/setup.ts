import type { Context } from '../../../../kit/context.ts'
import { channels } from '../../../authenticators/attempts/index.ts'
import { accountQuery } from '../transaction/accounts.repository.ts'
import { evidenceRow, insertEvidence } from '../transaction/evidence.repository.ts'
import { newTransaction } from '../transaction/record.ts'
import { nextMove, readRules } from '../transaction/standing.ts'
import { presentState } from '../transaction/states.ts'

interface Setup {
  readonly userId: string
  readonly linkHash: Buffer
}

/**
 * Goes on from a setup link as from a proven password: whoever holds the link has just set it. Part
 * of the transaction that made the account; `store` stores the password for this sign-in.
 */
export const beginSetupTransaction = async (
  ctx: Context,
  { userId, linkHash }: Setup,
  store: (transactionId: string) => Promise<void>,
) => {
  const boundTo = linkHash.toString('base64url')
  const transaction = newTransaction(ctx, { purpose: 'SETUP', userId, boundTo })
  await store(transaction.id)
  const evidence = evidenceRow(ctx, {
    transactionId: transaction.id,
    userId,
    step: 1,
    authenticator: 'PASSWORD',
    authenticator_id: null,
    class: 'KNOWLEDGE',
    channel: channels.PASSWORD,
    device: null,
  })
  await ctx.db.executeQuery(insertEvidence(evidence))
  const rules = await readRules(ctx, transaction)
  const [account] = (await ctx.db.executeQuery(accountQuery(ctx, { userId, device: null }))).rows
  if (account === undefined) throw new Error('the account of a setup is gone')
  const move = nextMove(ctx, { transaction, account, rules, evidence: [evidence] })
  return presentState(ctx, { transaction, account, move })
}
