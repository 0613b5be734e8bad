import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import type { DeliveryPolicy } from '@signet/rules/code-deliveries'
import type { Purpose } from './record.ts'

/** What is known of the person who signs in, as far as it decides what they have to prove. */
export interface Standing {
  readonly administrator: boolean
  /** Kinds of authenticators that they may use now. */
  readonly held: readonly SignInAuthenticator[]
  /** Questions about themselves that they have answered. */
  readonly questions: number
  /** Something of theirs that codes can go to. */
  readonly mailable: boolean
  /** Has yet to register what the tenant asks for. */
  readonly registering: boolean
}

export interface Rules {
  /** A passkey alone may sign in. */
  readonly passkeyEnabled: boolean
  /** A link in a mail may come first. */
  readonly magicLinkEnabled: boolean
  /** A code that is sent may be the second factor of someone who has no stronger one. */
  readonly mailedSecondFactor: boolean
  /** Where codes may go; to the mail address alone where it is left out. */
  readonly codes?: DeliveryPolicy
  /** Sign-ins may be answered in the app. */
  readonly pushEnabled: boolean
  /** The application asks for two factors whoever signs in. */
  readonly secondFactorDemanded: boolean
  /** Administrators sign in with a temporary access code, too. */
  readonly temporaryCodesForAdministrators: boolean
  /** Administrators may replace a forgotten password themselves. */
  readonly administratorsReset: boolean
  /** Nobody replaces a forgotten password without a second factor. */
  readonly resetNeedsSecondFactor: boolean
  /** How many questions a reset asks of who has no second factor; 0: none. */
  readonly resetQuestions: number
  /** Who registers enrols a second factor. */
  readonly registrationNeedsSecondFactor: boolean
}

export interface Step {
  readonly number: 1 | 2
  /** What may prove it, preferred first; empty when the person has nothing that may. */
  readonly allowed: readonly SignInAuthenticator[]
  /** Has to be of another class than the first, too; over another channel it always is. */
  readonly independent: boolean
}

const when = (
  condition: boolean,
  authenticator: SignInAuthenticator,
): readonly SignInAuthenticator[] => (condition ? [authenticator] : [])

/** Each makes two factors with a password; preferred first. */
const secondKinds: readonly SignInAuthenticator[] = [
  'FIDO',
  'TOKENPUSH',
  'TOKEN',
  'TOKENCR',
  'GRID',
  'FACE',
  'EXTERNAL',
]
/** Each lets in whoever has lost the former for a while, and proves nothing more. */
const standInKinds: readonly SignInAuthenticator[] = ['RECOVERY_CODE', 'TEMP_ACCESS_CODE']

const strongFactors = ({ held }: Standing): readonly SignInAuthenticator[] =>
  secondKinds.filter((kind) => held.includes(kind))

const standInsOf = (person: Standing, rules: Rules): readonly SignInAuthenticator[] =>
  standInKinds
    .filter((kind) => person.held.includes(kind))
    .filter(
      (kind) =>
        kind !== 'TEMP_ACCESS_CODE' ||
        !person.administrator ||
        rules.temporaryCodesForAdministrators,
    )

const secondFactors = (person: Standing, rules: Rules): readonly SignInAuthenticator[] => {
  const strong = strongFactors(person)
  const standIns = standInsOf(person, rules)
  if (strong.length > 0) return [...strong, ...standIns]
  const mayMail = rules.mailedSecondFactor && person.mailable && !person.administrator
  return [...when(mayMail, 'OTP'), ...standIns.filter((kind) => kind === 'TEMP_ACCESS_CODE')]
}

/** What may come first, the same for everybody: a list of one's own would tell who exists. */
export const firstFactors = (purpose: Purpose, rules: Rules): readonly SignInAuthenticator[] =>
  purpose === 'RESET'
    ? ['OTP']
    : [
        'PASSWORD',
        ...when(rules.passkeyEnabled, 'PASSKEY'),
        ...when(rules.magicLinkEnabled && !rules.secondFactorDemanded, 'MAGICLINK'),
      ]

/** A link proves possession, as second factors do: where two different ones are asked for it is none. */
const ownFirstFactors = (person: Standing, rules: Rules): readonly SignInAuthenticator[] =>
  firstFactors('SIGN_IN', rules).filter((kind) => kind !== 'MAGICLINK' || !person.administrator)

const signInSteps = (person: Standing, rules: Rules): readonly Step[] => {
  const first: Step = {
    number: 1,
    allowed: ownFirstFactors(person, rules),
    independent: false,
  }
  const hasStrong = strongFactors(person).length > 0
  // A mailed code would let somebody in who has to enrol something better.
  const enrols = person.registering && rules.registrationNeedsSecondFactor && !hasStrong
  const independent = person.administrator || rules.secondFactorDemanded
  if (enrols) return [first, { number: 2, allowed: [], independent }]
  return independent || hasStrong
    ? [first, { number: 2, allowed: secondFactors(person, rules), independent }]
    : [first]
}

const isAsked = ({ administrator, questions }: Standing, { resetQuestions }: Rules): boolean =>
  !administrator && resetQuestions > 0 && questions >= resetQuestions

/**
 * A forgotten password is replaced by a mailed code and every second factor there is; recovery codes
 * do not count. Without one, what people know of themselves is asked where the tenant wants it so,
 * of administrators never. Who may not replace it has a second step that nothing proves.
 */
const resetSteps = (person: Standing, rules: Rules): readonly Step[] => {
  const first: Step = { number: 1, allowed: firstFactors('RESET', rules), independent: false }
  const mayReset = rules.administratorsReset || !person.administrator
  const strong = mayReset ? strongFactors(person) : []
  const allowed = strong.length > 0 ? strong : when(isAsked(person, rules), 'KBA')
  const isDue = allowed.length > 0 || rules.resetNeedsSecondFactor || !mayReset
  return isDue ? [first, { number: 2, allowed, independent: false }] : [first]
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

/** What somebody who calls is asked for: things that they have, never what they know. */
const verifyKinds: readonly SignInAuthenticator[] = ['TOKENPUSH', 'TOKEN', 'GRID']

const verifySteps = (person: Standing): readonly Step[] => [
  {
    number: 1,
    allowed: [
      ...verifyKinds.filter((kind) => person.held.includes(kind)),
      ...when(person.mailable, 'OTP'),
    ],
    independent: false,
  },
]

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
  if (purpose === 'VERIFY') return verifySteps(person)
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
      if (number === 1) return false
      if (first === undefined || first.channel === proof.channel) return true
      return independent && !areIndependent(first, proof)
    }) ?? null
  )
}

/** A remembered browser is what somebody had proven something else on, another time. */
const standInNames: ReadonlySet<string> = new Set([...standInKinds, 'MACHINE'])

/** A link and a token are two proofs of one kind: they let in, and make no second factor. */
const areTwo = (evidence: readonly Evidence[]): boolean =>
  evidence.some((one) => evidence.some((other) => areIndependent(one, other)))

/** What stands in for a lost factor lets in, and proves nothing more. */
export const assurance = (evidence: readonly Evidence[]): 'aal1' | 'aal2' =>
  areTwo(evidence) && !evidence.some(({ authenticator }) => standInNames.has(authenticator))
    ? 'aal2'
    : 'aal1'

const references: Readonly<Record<string, readonly string[]>> = {
  PASSWORD: ['pwd'],
  PASSTHROUGH: ['pwd'],
  EXTERNAL: ['otp'],
  TOKEN: ['otp'],
  TOKENCR: ['otp'],
  TOKENPUSH: ['swk', 'mca'],
  OTP: ['otp'],
  RECOVERY_CODE: ['otp'],
  TEMP_ACCESS_CODE: ['otp'],
  GRID: ['otp'],
  KBA: ['kba'],
  FIDO: ['hwk'],
  FACE: ['face'],
  PASSKEY: ['hwk', 'user'],
  // No method of RFC 8176 says it: a mailbox was reached.
  MAGICLINK: ['otp'],
}

/** Method references of the evidence (RFC 8176, section 2). */
export const methodReferences = (evidence: readonly Evidence[]): readonly string[] => [
  ...new Set([
    ...evidence.flatMap(({ authenticator }) => references[authenticator] ?? []),
    ...(assurance(evidence) === 'aal2' ? ['mfa'] : []),
  ]),
]
