import { audit } from '../../../../kit/audit.ts'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/errors.ts'
import { channels } from '../../../authenticators/attempts/index.ts'
import { settings } from '../../../settings/families/index.ts'
import { moveOn } from '../conclude/move-on.ts'
import { type Account, accountQuery } from '../transaction/accounts.repository.ts'
import { evidenceRow, insertEvidence } from '../transaction/evidence.repository.ts'
import { firstFactors } from '../transaction/plan.ts'
import { newTransaction, type Transaction } from '../transaction/record.ts'
import { nextMove, obstacleOf, readRules } from '../transaction/standing.ts'
import { presentState } from '../transaction/states.ts'

interface Setup {
  readonly userId: string
  readonly linkHash: Buffer
}

/** Stores the password that was chosen for this sign-in. */
type Store = (transactionId: string) => Promise<void>

const findAccount = async (ctx: Context, userId: string) =>
  (await ctx.db.executeQuery(accountQuery(ctx, { userId, device: null }))).rows[0]

/** The holder of the link has just set the password: as good as one that was proven. */
const countPassword = async (ctx: Context, transaction: Transaction, userId: string) => {
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
  return evidence
}

/** Continues from a setup link. Part of the transaction that made the account. */
export const beginSetupTransaction = async (
  ctx: Context,
  { userId, linkHash }: Setup,
  store: Store,
) => {
  const boundTo = linkHash.toString('base64url')
  const transaction = newTransaction(ctx, { purpose: 'SETUP', userId, boundTo })
  await store(transaction.id)
  const evidence = await countPassword(ctx, transaction, userId)
  const rules = await readRules(ctx, transaction)
  const account = await findAccount(ctx, userId)
  if (account === undefined) throw new Error('the account of a setup is gone')
  const move = nextMove(ctx, { transaction, account, rules, evidence: [evidence] })
  return presentState(ctx, { transaction, account, move })
}

type InvitedBy = NonNullable<Transaction['invited']>

/** What an invited user may choose to sign in by; nothing where their flow begins with neither. */
const invitedFirst = async (ctx: Context, userId: string): Promise<readonly InvitedBy[]> => {
  const transaction = newTransaction(ctx, { purpose: 'SIGN_IN', userId })
  const kinds = firstFactors('SIGN_IN', await readRules(ctx, transaction))
  const { selfService } = await settings.authenticatorProvisioning(ctx, userId)
  const offered: Readonly<Record<InvitedBy, boolean>> = {
    PASSWORD: kinds.includes('PASSWORD'),
    PASSKEY: kinds.includes('PASSKEY') && selfService.includes('FIDO'),
  }
  return (['PASSWORD', 'PASSKEY'] as const).filter((kind) => offered[kind])
}

/** Does what makes the account able to sign in, once nothing keeps its user out. */
type Prepare = (account: Account) => Promise<void>

/**
 * Continues as a sign-in does, under the rules that hold for one. Part of a transaction, which a refusal
 * takes back.
 * @throws user_locked, user_invalid_state, registration_expired, access_denied, account_locked
 */
const continueAs = async (
  ctx: Context,
  { transaction, userId }: { readonly transaction: Transaction; readonly userId: string },
  prepare: Prepare,
) => {
  const account = await findAccount(ctx, userId)
  if (account === undefined) throw new ApiError('setup_link_invalid')
  const rules = await readRules(ctx, transaction)
  const obstacle = await obstacleOf(ctx, { transaction, account, rules })
  if (obstacle !== null) throw new ApiError(obstacle)
  await prepare(account)
  return moveOn(ctx, {}, { transaction, device: null })
}

/** From an invitation: from the password that was chosen, or to the passkey that is made. */
const beginInvited = (
  ctx: Context,
  { userId, linkHash, by }: Setup & { readonly by: InvitedBy },
  store: Store,
) => {
  const boundTo = by === 'PASSKEY' ? linkHash.toString('base64url') : null
  const transaction = newTransaction(ctx, { purpose: 'SIGN_IN', userId, invited: by, boundTo })
  return continueAs(ctx, { transaction, userId }, async ({ name }) => {
    audit(ctx, 'SETUP_STARTED', {
      subject: { entity: 'USERS', id: userId, name },
      attributes: { kind: 'INVITATION', by },
    })
    await store(transaction.id)
    if (by === 'PASSWORD') await countPassword(ctx, transaction, userId)
  })
}

/**
 * From a sign-up, whose password was just stored: as the first sign-in by it. No administrator has vouched for
 * the user, so that risk is judged as for any other.
 */
const beginSignedUp = (ctx: Context, userId: string) => {
  const transaction = newTransaction(ctx, { purpose: 'SIGN_IN', userId })
  return continueAs(ctx, { transaction, userId }, async () => {
    await countPassword(ctx, transaction, userId)
  })
}

export const invited = {
  firstFactors: invitedFirst,
  begin: beginInvited,
  beginSignedUp,
} as const
