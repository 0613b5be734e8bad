import type {
  AuthenticationState,
  AuthenticatorChoice,
} from '@signet/contract/access/authentication'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import type { Account } from './accounts.repository.ts'
import { mailHint } from './mail-hint.ts'
import type { Step } from './plan.ts'
import { sealTransaction, type Transaction } from './record.ts'
import type { NextMove } from './standing.ts'

type State = z.input<typeof AuthenticationState>
export type Choice = z.input<typeof AuthenticatorChoice>

/** What may be used for a step; places for codes are shown, masked, to whom proved a first factor. */
export const choicesOf = (step: Step, account: Account | null): Choice[] =>
  step.allowed.map((type) =>
    type === 'OTP' && step.number === 2 && account?.email
      ? {
          type,
          deliveries: [{ attribute: 'email', type: 'EMAIL', hint: mailHint(account.email) }],
        }
      : { type },
  )

interface Shown {
  readonly transaction: Transaction
  readonly account: Account | null
  readonly move: NextMove
  readonly machineNonce?: string | null
}

/** Where a transaction stands, as the browser is told. */
export const presentState = async (ctx: Context, shown: Shown): Promise<State> => {
  const { transaction, account, move, machineNonce = null } = shown
  const isNamed = transaction.userId !== null || transaction.stranger !== null
  return {
    authenticationCompleted: move.kind === 'complete',
    authToken: move.kind === 'complete' ? null : await sealTransaction(ctx, transaction),
    loginType: isNamed ? 'USER_LOGIN' : 'PASSKEY_LOGIN',
    applicationName: transaction.applicationName,
    authenticators: move.kind === 'step' ? choicesOf(move.step, account) : [],
    secondFactor: move.kind === 'step' && move.step.number === 2,
    requiredActions: move.kind === 'action' ? [...move.actions] : [],
    session: null,
    redirect: null,
    machineNonce,
    sequenceNonce: ctx.platform.ids.random(12).toString('base64url'),
  }
}
