import type {
  AuthenticationQuery,
  SignInAuthenticator,
} from '@signet/contract/access/authentication'
import { normaliseIdentifier } from '@signet/rules/precis'
import type { z } from 'zod'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/errors.ts'
import { providersFor } from '../../../applications/identity-providers/index.ts'
import { strangerOf } from '../../../authenticators/attempts/index.ts'
import { deviceOf, newMachineNonce } from '../../../authenticators/devices/index.ts'
import { machines, sequenceHash } from '../../../authenticators/machines/index.ts'
import { findByIdentifier } from '../transaction/accounts.repository.ts'
import { type DoorName, type Doors, doorNames } from '../transaction/doors.ts'
import { firstFactors } from '../transaction/plan.ts'
import {
  isSealed,
  newTransaction,
  openTransaction,
  type Transaction,
} from '../transaction/record.ts'
import { readRules } from '../transaction/standing.ts'
import { type Choice, presentState } from '../transaction/states.ts'

/** Whom an identifier names: a user, or a stranger who is counted under its key. */
export const nameOf = async (
  ctx: Context,
  identifier: string,
): Promise<Pick<Transaction, 'userId' | 'stranger'>> => {
  const stranger = strangerOf(ctx, identifier)
  const userId = await findByIdentifier(ctx, normaliseIdentifier(identifier) ?? '')
  return userId === null ? { userId, stranger } : { userId, stranger: null }
}

interface WaitingRequest {
  readonly door: DoorName
  readonly id: string
}

/** The protocol request of this name that waits in this browser; null when there is none. */
const requestOf = async (ctx: Context, doors: Doors, { door, id }: WaitingRequest) => {
  const described = await doors[door]?.describe(ctx, id)
  if (described === undefined || described === null) return null
  return {
    interaction: { door, id },
    applicationName: described.applicationName,
    applicationId: described.applicationId ?? null,
    secondFactorDemanded: described.secondFactor,
  }
}

/** @throws no_transaction for what is neither a transaction nor a request that waits */
export const waitingOf = async (ctx: Context, doors: Doors, id: string) => {
  for (const door of doorNames) {
    const request = await requestOf(ctx, doors, { door, id })
    if (request !== null) return request
  }
  throw new ApiError('no_transaction')
}

type Asked = z.output<typeof AuthenticationQuery>

/** What a browser shows of the machine that it is; null for one that was never remembered. */
export const machineOf = ({
  sequenceNonce,
  deviceFingerprint,
}: Pick<Asked, 'sequenceNonce' | 'deviceFingerprint'>): Transaction['machine'] => {
  const sequence = sequenceHash(sequenceNonce)
  if (sequence === null && deviceFingerprint === undefined) return null
  return { sequence, fingerprint: deviceFingerprint ?? null }
}

/** What an earlier transaction passes on to one with another user id: never its evidence. */
const inherited = async (ctx: Context, doors: Doors, { authToken }: Asked) => {
  if (authToken === undefined) return {}
  if (!isSealed(authToken)) return waitingOf(ctx, doors, authToken)
  const before = await openTransaction(ctx, authToken)
  const { interaction, applicationName, secondFactorDemanded, applicationId } = before
  return { interaction, applicationName, secondFactorDemanded, applicationId }
}

/**
 * Begins a sign-in: nothing is written, and nothing tells whether the user exists.
 * @throws QueueFull when those who have begun keep the hashes busy
 */
export const query = async (ctx: Context, doors: Doors, asked: Asked) => {
  if (asked.userId !== undefined) ctx.platform.hashes.expectRoom(ctx.tenant.id, 'begins')
  const from = await inherited(ctx, doors, asked)
  const named = asked.userId === undefined ? {} : await nameOf(ctx, asked.userId)
  const device = deviceOf(ctx, asked.machineNonce)
  const machineNonce = device === null ? newMachineNonce(ctx) : null
  const transaction = newTransaction(ctx, {
    purpose: 'SIGN_IN',
    applicationId: asked.applicationId ?? null,
    ...from,
    ...named,
    device: device ?? deviceOf(ctx, machineNonce ?? ''),
    machine: machineOf(asked),
  })
  const state = await presentState(ctx, {
    transaction,
    account: null,
    machineNonce: machineNonce ?? asked.machineNonce ?? null,
    move: { kind: 'step', step: await firstStep(ctx, transaction) },
  })
  return {
    ...state,
    authenticators: await withProviders(ctx, state.authenticators, asked.userId ?? null),
    userMachineSettings: await machines.readUserSettings(ctx),
  }
}

/** The identity providers of what was typed, first where they are its domain's; without one there is no such way. */
const withProviders = async (
  ctx: Context,
  choices: readonly Choice[],
  typed: string | null,
): Promise<Choice[]> => {
  const others = choices.filter(({ type }) => type !== 'IDP')
  if (others.length === choices.length) return others
  const { providers, isOfDomain } = await providersFor(ctx, typed)
  const identityProviders = providers.map(({ id, name, type }) => ({ id, name, type }))
  if (identityProviders.length === 0) return others
  const choice: Choice = { type: 'IDP', identityProviders }
  return isOfDomain ? [choice, ...others] : [...others, choice]
}

/** What says who it is of whom no name is known. */
const namesItself: readonly SignInAuthenticator[] = ['PASSKEY', 'IDP', 'USER_CERTIFICATE']

/** Without a name only a passkey, a certificate, or another service, can say who it is. */
const firstStep = async (ctx: Context, transaction: Transaction) => {
  const isNamed = transaction.userId !== null || transaction.stranger !== null
  const allowed = firstFactors(transaction.purpose, await readRules(ctx, transaction))
  return {
    number: 1,
    allowed: isNamed ? allowed : allowed.filter((type) => namesItself.includes(type)),
  } as const
}

/** For protocols on the server's side: a transaction that waits for its person to be named. */
export const beginForInteraction = async (ctx: Context, doors: Doors, waiting: WaitingRequest) => {
  const from = await requestOf(ctx, doors, waiting)
  if (from === null) throw new ApiError('no_transaction')
  const transaction = newTransaction(ctx, { purpose: 'SIGN_IN', ...from })
  return presentState(ctx, {
    transaction,
    account: null,
    move: { kind: 'step', step: await firstStep(ctx, transaction) },
  })
}
