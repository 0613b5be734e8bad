import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import type { Flow } from '@signet/rules/flows'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/errors.ts'
import type { SessionProof } from '../../../../platform/db/schema/tenancy.ts'
import { type Account, accountQuery } from '../transaction/accounts.repository.ts'
import {
  areIndependent,
  type Evidence,
  openAssurance,
  type Rules,
  type Steps,
  stepDue,
} from '../transaction/plan.ts'
import { readTogether } from '../transaction/read-together.ts'
import { newTransaction, type Transaction } from '../transaction/record.ts'
import {
  type Obstacle,
  obstacleOf,
  readRules,
  refusalBy,
  stepsFor,
} from '../transaction/standing.ts'
import { readHolders } from './holders.repository.ts'

/** A session as an application judges it: whose it is, and what it stands on. */
export interface OpenSession {
  readonly id: string
  readonly userId: string
  /** The user id that people type. */
  readonly userName: string
  /** The browser's key, if it is known. */
  readonly deviceId: string | null
  /** As it was when somebody signed in. */
  readonly acr: string | null
  readonly proofs: readonly SessionProof[]
}

interface Holder {
  readonly session: OpenSession
  readonly account: Account
  readonly transaction: Transaction
  readonly rules: Rules
}

/** Who holds a session, as a sign-in would know them now. @throws invalid_session_token, address_blocked */
const readHolder = async (ctx: Context, session: OpenSession): Promise<Holder> => {
  const person = { userId: session.userId, device: session.deviceId }
  const transaction = newTransaction(ctx, { purpose: 'SIGN_IN', ...person })
  const rules = await readRules(ctx, transaction)
  const [[account]] = await readTogether(ctx, [accountQuery(ctx, person)])
  if (account === undefined) throw new ApiError('invalid_session_token')
  return { session, account, transaction, rules }
}

/** What has come up since that keeps them out: a lock, a block list, an end; null for nothing. */
const keptOutBy = (
  ctx: Context,
  holder: Pick<Holder, 'transaction' | 'account' | 'rules'>,
): Promise<Obstacle | null> => obstacleOf(ctx, holder)

/** The class that a session has by itself: what was proven afterwards can only raise it. */
const classOf = ({ acr, proofs }: Pick<OpenSession, 'acr' | 'proofs'>): string =>
  openAssurance(proofs) === 'aal2' ? 'aal2' : (acr ?? 'aal1')

/** A security key that was proven beside something else does as much as a passkey. */
const asPasskeys = (proofs: readonly SessionProof[]): readonly SessionProof[] =>
  proofs
    .filter((key) => key.authenticator === 'FIDO')
    .filter((key) => proofs.some((other) => areIndependent(key, other)))
    .flatMap((key) => [
      { ...key, authenticator: 'PASSKEY', class: 'VERIFIED_USER', channel: 'DEVICE_UNLOCK' },
      { ...key, authenticator: 'PASSKEY' },
    ])

interface Asked {
  readonly flow: Flow
  /** Two factors that are independent, and nothing that stands in for one. */
  readonly two?: boolean
  /** Milliseconds since 1970: the second factor has to be as new. */
  readonly since?: number
}

const standIns: ReadonlySet<string> = new Set(['RECOVERY_CODE', 'TEMP_ACCESS_CODE'])

const isNew = ({ at }: SessionProof, since: number | undefined): boolean =>
  since === undefined || at >= since

const at = (step: 1 | 2, proof: SessionProof): Evidence => ({ ...proof, step })

/** Whether some two of the proofs, or one alone, are evidence for every step. */
const isWalked = (
  steps: Steps,
  proofs: readonly SessionProof[],
  since: number | undefined,
): boolean =>
  proofs.some(
    (first) =>
      stepDue(steps, [at(1, first)]) === null ||
      proofs.some(
        (second) => isNew(second, since) && stepDue(steps, [at(1, first), at(2, second)]) === null,
      ),
  )

/** What may be proven in an open session in place of a first factor. */
const again: Readonly<Partial<Record<SignInAuthenticator, SignInAuthenticator>>> = {
  PASSKEY: 'FIDO',
}

const isHeld = (account: Account, kind: SignInAuthenticator): boolean =>
  kind === 'PASSWORD' ? account.hash !== null : account.held.includes(kind)

/** The second step that is left where a first one is proven; else what may come first. */
const leftOf = (
  steps: Steps,
  { account }: Holder,
  proofs: readonly SessionProof[],
): readonly SignInAuthenticator[] => {
  for (const proof of proofs) {
    const due = stepDue(steps, [at(1, proof)])
    if (due !== null && due.number === 2) return due.allowed
  }
  const firsts = steps[0].allowed
  return firsts.map((kind) => again[kind] ?? kind).filter((kind) => isHeld(account, kind))
}

/**
 * What is still to be proven in a session for a flow, from what was proven in it alone: null for
 * nothing, an empty list where the person has nothing that proves it.
 */
const leftToProve = (
  holder: Holder,
  { flow, two = false, since }: Asked,
): readonly SignInAuthenticator[] | null => {
  const { session, transaction, account } = holder
  const rules: Rules = { ...holder.rules, flow, secondFactorDemanded: two }
  const proofs = [...session.proofs, ...asPasskeys(session.proofs)]
  const steps = stepsFor(transaction, account, rules)
  const isEnough = two ? classOf(session) === 'aal2' : isWalked(steps, proofs, since)
  if (isEnough) return null
  return leftOf(steps, holder, proofs).filter((kind) => !two || !standIns.has(kind))
}

/** How an open session is judged, for whoever does it outside of a sign-in. */
export const openSessions = {
  readHolder,
  readHolders,
  refusalBy,
  keptOutBy,
  classOf,
  leftToProve,
} as const
