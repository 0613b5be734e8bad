import type {
  ChallengeAnswer,
  MachineAuthenticator,
  SignInAuthenticator,
} from '@signet/contract/access/authentication'
import type { z } from 'zod'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/errors.ts'
import { deviceOf } from '../../../authenticators/devices/index.ts'
import { machines } from '../../../authenticators/machines/index.ts'
import { awaitAnswer } from '../../../authenticators/soft-tokens/index.ts'
import { machineOf } from '../begin/query.ts'
import {
  openTransaction,
  type Purpose,
  sealTransaction,
  type Transaction,
} from '../transaction/record.ts'
import { readSituation } from '../transaction/situation.ts'
import type { Asked, Wished } from './asking.ts'
import { readBeginning } from './beginning.ts'
import { challenges } from './challenges.ts'

type Answer = z.input<typeof ChallengeAnswer>
type ShownMachine = z.output<typeof MachineAuthenticator>

const answerWith = async (
  ctx: Context,
  transaction: Transaction,
  asked: Asked,
): Promise<Answer> => ({
  authToken: await sealTransaction(ctx, asked.transaction ?? transaction),
  authenticationCompleted: false,
  fidoChallenge: null,
  otp: null,
  push: null,
  sequenceNonce: null,
  ...asked.shown,
})

interface Wanted extends Wished {
  readonly authToken: string
  readonly authenticator: SignInAuthenticator
  readonly purposes: readonly Purpose[]
  /** What a client shows of its machine that did not with its query. */
  readonly machine?: ShownMachine | undefined
}

/** The transaction with the machine that is shown now; one that has been named stays. */
const showing = (ctx: Context, transaction: Transaction, shown: ShownMachine): Transaction => {
  const device = transaction.device ?? deviceOf(ctx, shown.machineNonce)
  const isOther = shown.machineNonce !== undefined && deviceOf(ctx, shown.machineNonce) !== device
  return isOther ? transaction : { ...transaction, device, machine: machineOf(shown) }
}

const signInPurposes: readonly Purpose[] = ['SIGN_IN', 'SETUP', 'STEP_UP']

/** @throws no_transaction for an authenticator that is not due */
const dueSituation = async (
  ctx: Context,
  { authToken, authenticator }: Omit<Wanted, 'purposes'>,
) => {
  const situation = await readSituation(ctx, authToken)
  const { move } = situation
  if (move.kind !== 'step' || !move.step.allowed.includes(authenticator)) {
    throw new ApiError('no_transaction')
  }
  return situation
}

/** @throws no_transaction for an authenticator that is not due */
export const expectDue = async (ctx: Context, wanted: Omit<Wanted, 'purposes'>): Promise<void> => {
  await dueSituation(ctx, wanted)
}

/** What has to be answered. @throws no_transaction for an authenticator that is not due */
export const challenge = async (ctx: Context, wanted: Wanted): Promise<Answer> => {
  const opened = await openTransaction(ctx, wanted.authToken)
  const { machine } = wanted
  const transaction = machine === undefined ? opened : showing(ctx, opened, machine)
  if (!wanted.purposes.includes(transaction.purpose)) throw new ApiError('no_transaction')
  const kind = challenges[wanted.authenticator]
  if (kind === undefined) return answerWith(ctx, transaction, { shown: {} })
  if (kind.asks === 'ANYBODY') {
    return answerWith(ctx, transaction, await kind.ask(ctx, transaction))
  }
  const beginning = kind.askFirst && (await readBeginning(ctx, transaction, wanted.authenticator))
  const asked =
    kind.askFirst && beginning
      ? await kind.askFirst(ctx, beginning)
      : await kind.ask(ctx, { ...(await dueSituation(ctx, wanted)), transaction }, wanted)
  return answerWith(ctx, transaction, asked)
}

/** For sign-ins: with how browsers are remembered, and what was taken of this one. */
export const signInChallenge = async (ctx: Context, wanted: Omit<Wanted, 'purposes'>) => ({
  ...(await challenge(ctx, { ...wanted, purposes: signInPurposes })),
  machineAuthenticator:
    wanted.machine === undefined ? null : { machineNonce: wanted.machine.machineNonce ?? null },
  userMachineSettings: await machines.readUserSettings(ctx),
})

/** The answer to the push of a sign-in, for the browser that began it. @throws no_transaction */
export const waitForPush = async (ctx: Context, authToken: string) => {
  const { id, pushUntil } = await openTransaction(ctx, authToken)
  return awaitAnswer(ctx, id, pushUntil === null ? null : new Date(pushUntil))
}
