import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import { channels } from '../../authenticators/attempts/index.ts'
import { engine } from '../sign-in/index.ts'

type Steps = Parameters<typeof engine.stepDue>[0]
type Evidence = Parameters<typeof engine.stepDue>[1][number]

/** An account elsewhere that signs a user in. */
export interface Voucher {
  readonly id: string
  readonly name: string
  /** Its word counts for a second factor. */
  readonly vouches: boolean
  /** Its user has yet to confirm it by a factor of their own: the provider has another key. */
  readonly unconfirmed: boolean
}

/** What can be proven where people sign in without a browser of ours; nothing is set up there. */
export interface Carried {
  firsts(kinds: readonly SignInAuthenticator[]): readonly SignInAuthenticator[]
  seconds(
    first: SignInAuthenticator,
    allowed: readonly SignInAuthenticator[],
  ): readonly SignInAuthenticator[]
}

export interface Proof {
  readonly authenticator: SignInAuthenticator
  /** Set up in the sign-in itself after the first factor is proven. */
  readonly enrols: boolean
  /** For IDP. */
  readonly provider: Voucher | null
}

const classes: Readonly<Partial<Record<SignInAuthenticator, string>>> = {
  PASSWORD: 'KNOWLEDGE',
  KBA: 'KNOWLEDGE',
  IDP: 'KNOWLEDGE',
  FACE: 'INHERENCE',
}

/** The evidence of a proof, as the engine notes it. */
export const evidenceOf = (
  { authenticator, provider }: Proof,
  step: 1 | 2,
): readonly Evidence[] => {
  const known = classes[authenticator] ?? 'POSSESSION'
  const row = { step, authenticator, class: known, channel: channels[authenticator] }
  if (step === 1 && authenticator === 'PASSKEY') {
    return [
      { ...row, class: 'VERIFIED_USER', channel: 'DEVICE_UNLOCK' },
      { ...row, step: 2 },
    ]
  }
  if (step === 1 && provider?.unconfirmed === true) {
    return [{ ...row, channel: engine.unconfirmedChannel }]
  }
  if (step === 1 && provider?.vouches === true) {
    return [row, { ...row, step: 2, class: 'POSSESSION', channel: 'UPSTREAM' }]
  }
  return [row]
}

export const proofBy = (authenticator: SignInAuthenticator): Proof => ({
  authenticator,
  enrols: false,
  provider: null,
})

interface Walking {
  /** Whether they can prove it, or an attacker can get at it. */
  readonly holds: (kind: SignInAuthenticator) => boolean
  /** Null in a browser of ours, which carries everything. */
  readonly carried: Carried | null
}

/** Every way to the end of these steps from one first proof, by what a user holds. */
export const walksFrom = (
  steps: Steps,
  first: Proof,
  { holds, carried }: Walking,
): readonly (readonly Proof[])[] => {
  const before = evidenceOf(first, 1)
  const due = engine.stepDue(steps, before)
  if (due === null) return [[first]]
  if (due.number === 1) return []
  if (due.allowed.length === 0) {
    const enrols = carried === null ? (due.enrols ?? []) : []
    return enrols.map((kind) => [first, { ...proofBy(kind), enrols: true }])
  }
  const allowed = carried?.seconds(first.authenticator, due.allowed) ?? due.allowed
  return allowed
    .filter(holds)
    .map(proofBy)
    .filter((second) => engine.stepDue(steps, [...before, ...evidenceOf(second, 2)]) === null)
    .map((second) => [first, second])
}
