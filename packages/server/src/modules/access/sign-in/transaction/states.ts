import type {
  AuthenticationState,
  AuthenticatorChoice,
} from '@signet/contract/access/authentication'
import type { DeliveryPlace } from '@signet/rules/code-deliveries'
import type { z } from 'zod'
import type { Context } from '../../../../kit/context.ts'
import { codePlaces } from '../../../authenticators/otps/index.ts'
import type { Account } from './accounts.repository.ts'
import type { Step } from './plan.ts'
import { sealTransaction, type Transaction } from './record.ts'
import { readSituation } from './situation.ts'
import { flowOf, type NextMove } from './standing.ts'

type State = z.input<typeof AuthenticationState> & {
  readonly userMachineSettings: z.output<typeof AuthenticationState>['userMachineSettings']
  readonly enrollableAuthenticators: z.output<
    typeof AuthenticationState
  >['enrollableAuthenticators']
}
export type Choice = z.input<typeof AuthenticatorChoice>

const shownPlace = (place: DeliveryPlace) => ({
  attribute: place.attribute,
  type: place.type,
  hint: codePlaces.hintOf(place),
})

/** Of a person who has proven nothing yet it is not told how long their codes are. */
const isAnyLength = (step: Step, account: Account | null): boolean =>
  account === null ? step.number === 1 : account.unusual_codes

/** What may be used for a step; places for codes are shown, masked, to whom proved a first factor. */
export const choicesOf = async (
  ctx: Context,
  step: Step,
  account: Account | null,
): Promise<Choice[]> => {
  const isKnown = step.number === 2 || step.signedIn === true
  const places =
    isKnown && account !== null && step.allowed.includes('OTP')
      ? await codePlaces.of(ctx, account)
      : null
  return step.allowed.map((type) => {
    if (type === 'OTP' && places !== null) return { type, deliveries: places.map(shownPlace) }
    const isAny = type === 'TOKEN' && isAnyLength(step, account)
    return { type, ...(isAny ? { variableLength: true } : {}) }
  })
}

/** What a person may be asked for by whoever verifies them; where codes go is shown masked. */
export const verifiable = async (ctx: Context, authToken: string): Promise<Choice[]> => {
  const { move, account } = await readSituation(ctx, authToken)
  return move.kind === 'step' ? choicesOf(ctx, { ...move.step, number: 2 }, account) : []
}

interface Shown {
  readonly transaction: Transaction
  readonly account: Account | null
  readonly move: NextMove
  readonly machineNonce?: string | null
  readonly sequenceNonce?: string | null
}

/** Where a transaction stands, as the browser is told. */
export const presentState = async (ctx: Context, shown: Shown): Promise<State> => {
  const { transaction, account, move, machineNonce = null, sequenceNonce = null } = shown
  const { loginType } = await flowOf(ctx, transaction)
  const isNamed = transaction.userId !== null || transaction.stranger !== null
  return {
    authenticationCompleted: move.kind === 'complete',
    authToken: move.kind === 'complete' ? null : await sealTransaction(ctx, transaction),
    loginType: isNamed ? loginType : 'PASSKEY_LOGIN',
    applicationName: transaction.applicationName,
    authenticators: move.kind === 'step' ? await choicesOf(ctx, move.step, account) : [],
    secondFactor: move.kind === 'step' && move.step.number === 2,
    requiredActions: move.kind === 'action' ? [...move.actions] : [],
    enrollableAuthenticators: move.kind === 'action' ? [...move.enrols] : [],
    session: null,
    redirect: null,
    machineNonce,
    sequenceNonce,
    userMachineSettings: null,
  }
}
