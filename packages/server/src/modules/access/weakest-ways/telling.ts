import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import type { Way as WireWay } from '@signet/contract/access/weakest-ways'
import {
  type ClosedBy,
  gradeOf,
  isPhishingResistant,
  type Way,
  type WayStep,
} from '@signet/rules/weakest-ways'
import type { z } from 'zod'
import type { Kind } from './kinds.repository.ts'
import type { Proof } from './walks.ts'

/** Proofs that end in a session, and the flow that asked for them. */
export interface Walk {
  readonly proofs: readonly Proof[]
  readonly flow: { readonly id?: string | null; readonly name?: string }
}

type Guess = NonNullable<z.input<typeof WireWay>['steps'][number]['guess']>
export type Guesses = ReadonlyMap<string, Guess>

/** What it takes to tell a walk. */
export interface Words {
  readonly guesses: Guesses
  readonly kind: Kind
  readonly given: readonly SignInAuthenticator[]
  readonly hasPassword: boolean
  readonly resets: readonly (readonly Proof[])[]
  /** Where codes go. */
  readonly place: 'MAILBOX' | 'PHONE' | null
}

const setting = (code: ClosedBy['code']): ClosedBy => ({ code, id: null, name: null })

const settings: Readonly<Partial<Record<SignInAuthenticator, ClosedBy>>> = {
  OTP: setting('MAILED_CODES'),
  MAGICLINK: setting('MAGIC_LINKS'),
  TEMP_ACCESS_CODE: setting('TEMP_ACCESS_CODES'),
}

const closedBy = ({ authenticator, provider }: Proof, { flow }: Walk): ClosedBy | null => {
  if (isPhishingResistant(authenticator)) return null
  if (provider !== null) return { code: 'PROVIDER', id: provider.id, name: provider.name }
  const { id = null, name = null } = flow
  return settings[authenticator] ?? { code: 'FLOW', id, name }
}

const placeOf = (authenticator: SignInAuthenticator, { place }: Words): WayStep['place'] => {
  if (authenticator === 'MAGICLINK') return 'MAILBOX'
  return authenticator === 'OTP' ? place : null
}

const proven = (
  authenticator: SignInAuthenticator,
  words: Words,
  by: ClosedBy | null,
): WayStep => ({
  kind: 'PROVE',
  authenticator,
  place: placeOf(authenticator, words),
  by: null,
  closedBy: by,
})

const resetting = (reset: readonly Proof[], words: Words): readonly WayStep[] => {
  const closing = setting('PASSWORD_RESET')
  const steps = reset
    .filter(({ authenticator }) => !words.given.includes(authenticator))
    .map(({ authenticator }) => {
      const known = authenticator === 'KBA' ? setting('QUESTIONS') : closing
      return proven(authenticator, words, isPhishingResistant(authenticator) ? null : known)
    })
  const set = { kind: 'RESET', authenticator: 'PASSWORD', place: null, by: null } as const
  return [...steps, { ...set, closedBy: closing }]
}

/** The steps of one proof, each way to give it; none for what was given. */
const stepsOf = (proof: Proof, walk: Walk, words: Words): readonly (readonly WayStep[])[] => {
  const { authenticator, enrols } = proof
  const { given, kind, hasPassword, resets } = words
  const held = authenticator === 'PASSKEY' ? 'FIDO' : authenticator
  if (given.includes(held)) return [[]]
  if (enrols) {
    const closing = { code: 'ENROLMENT', id: kind.id, name: kind.name } as const
    return [[{ kind: 'ENROL', authenticator, place: null, by: null, closedBy: closing }]]
  }
  const plain = [proven(authenticator, words, closedBy(proof, walk))]
  if (authenticator !== 'PASSWORD') return [plain]
  return [...(hasPassword ? [plain] : []), ...resets.map((reset) => resetting(reset, words))]
}

/** That each of the guessed steps is guessed within a year; null where one is no guess. */
const probabilityOf = (steps: readonly WayStep[], guesses: Guesses): number | null => {
  const taken = steps.filter(({ kind }) => kind === 'PROVE')
  const chances = taken.map(({ authenticator }) => guesses.get(authenticator ?? '')?.probability)
  if (chances.length === 0) return null
  return chances.reduce<number | null>(
    (all, one) => (all === null || one === null || one === undefined ? null : all * one),
    1,
  )
}

/** A walk as ways: one for each way to come by the password, where it takes one. */
export const wayOf = (walk: Walk, words: Words): readonly Way[] => {
  const alternatives = walk.proofs
    .map((proof) => stepsOf(proof, walk, words))
    .reduce<readonly (readonly WayStep[])[]>(
      (sofar, each) => sofar.flatMap((steps) => each.map((more) => [...steps, ...more])),
      [[]],
    )
  return alternatives.map((steps) => ({
    steps,
    grade: gradeOf(steps),
    probability: probabilityOf(steps, words.guesses),
  }))
}
