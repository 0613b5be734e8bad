import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import type { Purpose } from './record.ts'

/** What is known of the person who signs in, as far as it decides what they have to prove. */
export interface Standing {
  readonly administrator: boolean
  readonly tokens: number
  readonly passkeys: number
  readonly recoveryCodes: number
  /** A proven mail address that codes can go to. */
  readonly mailable: boolean
}

export interface Rules {
  /** A passkey alone may sign in. */
  readonly passkeyEnabled: boolean
  /** A mailed code may be the second factor of someone who has no stronger one. */
  readonly mailedSecondFactor: boolean
  /** The application asks for two factors whoever signs in. */
  readonly secondFactorDemanded: boolean
}

export interface Step {
  readonly number: 1 | 2
  /** What may prove it, preferred first; empty when the person has nothing that may. */
  readonly allowed: readonly SignInAuthenticator[]
  /** Together with the first it makes two factors: of another class, over another channel. */
  readonly independent: boolean
}

const when = (
  condition: boolean,
  authenticator: SignInAuthenticator,
): readonly SignInAuthenticator[] => (condition ? [authenticator] : [])

const strongFactors = ({ tokens, passkeys }: Standing): readonly SignInAuthenticator[] => [
  ...when(passkeys > 0, 'FIDO'),
  ...when(tokens > 0, 'TOKEN'),
]

const secondFactors = (person: Standing, rules: Rules): readonly SignInAuthenticator[] => {
  const strong = strongFactors(person)
  if (strong.length > 0) return [...strong, ...when(person.recoveryCodes > 0, 'RECOVERY_CODE')]
  const mayMail = rules.mailedSecondFactor && person.mailable && !person.administrator
  return when(mayMail, 'OTP')
}

/** What may come first, the same for everybody: a list of one's own would tell who exists. */
export const firstFactors = (purpose: Purpose, rules: Rules): readonly SignInAuthenticator[] =>
  purpose === 'RESET' ? ['OTP'] : ['PASSWORD', ...when(rules.passkeyEnabled, 'PASSKEY')]

const signInSteps = (person: Standing, rules: Rules): readonly Step[] => {
  const first: Step = {
    number: 1,
    allowed: firstFactors('SIGN_IN', rules),
    independent: false,
  }
  const demanded =
    person.administrator || rules.secondFactorDemanded || strongFactors(person).length > 0
  return demanded
    ? [first, { number: 2, allowed: secondFactors(person, rules), independent: true }]
    : [first]
}

/** A forgotten password is replaced by a mailed code and every second factor there is; recovery codes do not count. */
const resetSteps = (person: Standing, rules: Rules): readonly Step[] => {
  const first: Step = { number: 1, allowed: firstFactors('RESET', rules), independent: false }
  const strong = strongFactors(person)
  return strong.length > 0 ? [first, { number: 2, allowed: strong, independent: false }] : [first]
}

/** Whoever sets up an account enrols a second factor, whatever was there before. */
const setupSteps: readonly Step[] = [
  { number: 1, allowed: ['PASSWORD'], independent: false },
  { number: 2, allowed: [], independent: true },
]

const stepUpSteps = (person: Standing): readonly Step[] => {
  const strong = strongFactors(person)
  const allowed: readonly SignInAuthenticator[] = strong.length > 0 ? strong : ['PASSWORD']
  return [{ number: 1, allowed, independent: false }]
}

/**
 * What has to be proven. Administrators always need two factors, so does whoever has enrolled a
 * second one.
 */
export const requiredSteps = (
  purpose: Purpose,
  person: Standing,
  rules: Rules,
): readonly Step[] => {
  if (purpose === 'RESET') return resetSteps(person, rules)
  if (purpose === 'STEP_UP') return stepUpSteps(person)
  if (purpose === 'SETUP') return setupSteps
  return signInSteps(person, rules)
}

export interface Evidence {
  readonly step: number
  readonly authenticator: string
  readonly class: string
  readonly channel: string
}

/** Two factors of one sign-in: neither of the same class nor over the same channel. */
export const areIndependent = (first: Evidence, second: Evidence): boolean =>
  first.class !== second.class && first.channel !== second.channel

/** The first step without evidence that counts; null when all have it. */
export const stepDue = (steps: readonly Step[], evidence: readonly Evidence[]): Step | null => {
  const of = (number: number) => evidence.find(({ step }) => step === number)
  const first = of(1)
  return (
    steps.find(({ number, independent }) => {
      const proof = of(number)
      if (proof === undefined) return true
      return independent && (first === undefined || !areIndependent(first, proof))
    }) ?? null
  )
}

/** Recovery codes stand in for a lost factor: they let in, they prove nothing more. */
export const assurance = (evidence: readonly Evidence[]): 'aal1' | 'aal2' =>
  evidence.length > 1 && !evidence.some(({ authenticator }) => authenticator === 'RECOVERY_CODE')
    ? 'aal2'
    : 'aal1'

const references: Readonly<Record<string, readonly string[]>> = {
  PASSWORD: ['pwd'],
  TOKEN: ['otp'],
  OTP: ['otp'],
  RECOVERY_CODE: ['otp'],
  FIDO: ['hwk'],
  PASSKEY: ['hwk', 'user'],
}

/** Method references of the evidence (RFC 8176, section 2). */
export const methodReferences = (evidence: readonly Evidence[]): readonly string[] => [
  ...new Set([
    ...evidence.flatMap(({ authenticator }) => references[authenticator] ?? []),
    ...(assurance(evidence) === 'aal2' ? ['mfa'] : []),
  ]),
]
