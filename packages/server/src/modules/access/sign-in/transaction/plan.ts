import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import type { DeliveryPolicy } from '@signet/rules/code-deliveries'
import { type Flow, secondsOf, standardFlow } from '@signet/rules/flows'
import { channels } from '../../../authenticators/attempts/index.ts'
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
  /** What a sign-in goes through, within what the rest allows. */
  readonly flow: Flow & { readonly id?: string | null; readonly name?: string }
  /** A passkey alone may sign in. */
  readonly passkeyEnabled: boolean
  /** A link in a mail may come first. */
  readonly magicLinkEnabled: boolean
  /** A code that is sent may be the second factor of someone who has no stronger one. */
  readonly mailedSecondFactor: boolean
  /** There are identity providers that people may sign in by. */
  readonly identityProviders?: boolean
  /** Certificates that browsers present may come first. */
  readonly certificatesEnabled?: boolean
  /** Where codes may go; to the mail address alone where it is left out. */
  readonly codes?: DeliveryPolicy
  /** Sign-ins may be answered in the app. */
  readonly pushEnabled: boolean
  /** The application asks for two factors whoever signs in. */
  readonly secondFactorDemanded: boolean
  /** What an application wants proven in a session that is open; what is usual where left out. */
  readonly stepUpAsks?: readonly SignInAuthenticator[] | null
  /** What an invited user has chosen to sign in by; null, or left out, for all others. */
  readonly invitedBy?: 'PASSWORD' | 'PASSKEY' | null
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
  /** A second step: has to be of another class than the first, too; over another channel it always is. */
  readonly independent?: boolean
  /** Whose evidence counts for it, also when the person cannot use it any more; everything where left out. */
  readonly takes?: readonly string[]
  /** What may be enrolled to prove it by whoever has nothing that may. */
  readonly enrols?: readonly ('TOKEN' | 'FIDO')[]
  /** It is asked of somebody who is signed in: where codes may go is shown. */
  readonly signedIn?: boolean
  /** A first step: what comes second after an account elsewhere that is to be confirmed. */
  readonly confirmedBy?: Step
}

/** Of evidence of an account elsewhere whose provider has another key than when it was linked. */
export const unconfirmedChannel = 'UPSTREAM_UNCONFIRMED'

/** One or two. */
export type Steps = readonly [first: Step, ...second: Step[]]

const when = (
  condition: boolean,
  authenticator: SignInAuthenticator,
): readonly SignInAuthenticator[] => (condition ? [authenticator] : [])

/** Each makes two factors with a password; preferred first. */
const secondKinds: readonly SignInAuthenticator[] = standardFlow.secondFactors.filter(
  (kind) => kind !== 'OTP' && kind !== 'RECOVERY_CODE' && kind !== 'TEMP_ACCESS_CODE',
)
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

/** Of the flow's alternatives, in its order, what the person may use; a code is mailed to who has no better. */
const secondFactors = (person: Standing, rules: Rules): readonly SignInAuthenticator[] => {
  const strong = strongFactors(person)
  const standIns = standInsOf(person, rules)
  const seconds = secondsOf(rules.flow)
  const hasStrong = seconds.some((kind) => strong.includes(kind))
  const mayMail = rules.mailedSecondFactor && person.mailable && !person.administrator
  return seconds.filter((kind) => {
    if (kind === 'PASSWORD') return true
    if (kind === 'OTP') return mayMail && !hasStrong
    if (kind === 'RECOVERY_CODE') return strong.length > 0 && standIns.includes(kind)
    return strong.includes(kind) || standIns.includes(kind)
  })
}

const isOffered = (kind: SignInAuthenticator, rules: Rules): boolean => {
  if (kind === 'PASSKEY') return rules.passkeyEnabled
  if (kind === 'TOKENPUSH') return rules.pushEnabled
  if (kind === 'IDP') return rules.identityProviders === true
  if (kind === 'USER_CERTIFICATE') return rules.certificatesEnabled === true
  // A link proves possession, as second factors do: where two different ones are asked for it is none.
  return kind !== 'MAGICLINK' || (rules.magicLinkEnabled && !rules.secondFactorDemanded)
}

/** What may come first, the same for everybody: a list of one's own would tell who exists. */
export const firstFactors = (purpose: Purpose, rules: Rules): readonly SignInAuthenticator[] => {
  if (purpose === 'RESET') return ['OTP']
  const { firstFactors: kinds } = purpose === 'SIGN_IN' ? rules.flow : standardFlow
  return kinds.filter((kind) => isOffered(kind, rules))
}

const ownFirstFactors = (person: Standing, rules: Rules): readonly SignInAuthenticator[] =>
  firstFactors('SIGN_IN', rules).filter((kind) => kind !== 'MAGICLINK' || !person.administrator)

/** Names of evidence: a password may be judged by another service. */
const evidenceOf = (kinds: readonly string[]): readonly string[] =>
  kinds.includes('PASSWORD') ? [...kinds, 'PASSTHROUGH'] : kinds

/** What spares the second factor of whoever is not asked for two by name. */
export const sparing = (
  person: Pick<Standing, 'administrator'>,
  { flow, secondFactorDemanded }: Pick<Rules, 'flow' | 'secondFactorDemanded'>,
): readonly ('MACHINE' | 'KNOWN_DEVICE')[] => {
  if (person.administrator || secondFactorDemanded || flow.outcome === 'DENY') return []
  const { skipSecondFactor: skip } = flow
  if (skip === 'KNOWN_DEVICE') return ['MACHINE', 'KNOWN_DEVICE']
  return skip === 'REMEMBERED_BROWSER' ? ['MACHINE'] : []
}

const secondStep = (person: Standing, rules: Rules): Omit<Step, 'allowed'> => {
  const seconds = secondsOf(rules.flow)
  // Each of them may prove both steps at once.
  const itself = rules.flow.firstFactors.filter((kind) => kind === 'PASSKEY' || kind === 'IDP')
  return {
    number: 2,
    independent: person.administrator || rules.secondFactorDemanded,
    takes: [...evidenceOf(seconds), ...itself, ...sparing(person, rules)],
    enrols: (['TOKEN', 'FIDO'] as const).filter((kind) => seconds.includes(kind)),
  }
}

/** Who may not come in has a second step that nothing proves. */
const closed: Step = { number: 2, allowed: [], takes: [], enrols: [] }

/**
 * A factor of the person's own, held here: what their flow asks for, else the strongest they have,
 * else their password or a mailed code. Nothing may be enrolled for it, and nothing spares it.
 */
const confirmation = (person: Standing, second: Step | undefined): Step => {
  const ofFlow = second?.allowed ?? []
  const strong = strongFactors(person)
  const weak = ['PASSWORD', ...when(person.mailable, 'OTP')] as const
  const own = strong.length > 0 ? strong : weak
  const allowed = ofFlow.length > 0 ? ofFlow : own
  const independent = second?.independent ?? false
  return { number: 2, allowed, independent, takes: evidenceOf(allowed), enrols: [] }
}

const signInSteps = (person: Standing, rules: Rules): Steps => {
  const [first, ...seconds] = usualSteps(person, rules)
  if (rules.flow.outcome === 'DENY') return [first, ...seconds]
  return [{ ...first, confirmedBy: confirmation(person, seconds[0]) }, ...seconds]
}

const usualSteps = (person: Standing, rules: Rules): Steps => {
  const { flow } = rules
  const firsts = ownFirstFactors(person, rules)
  const first: Step = { number: 1, allowed: firsts, takes: evidenceOf(firsts) }
  if (flow.outcome === 'DENY') return [first, closed]
  const strong = strongFactors(person)
  const second = secondStep(person, rules)
  const hasStrong = secondsOf(rules.flow).some((kind) => strong.includes(kind))
  // A mailed code would let somebody in who has to enrol something better.
  const enrols = person.registering && rules.registrationNeedsSecondFactor && strong.length === 0
  if (enrols) return [first, { ...second, allowed: [] }]
  const isAsked =
    second.independent ||
    flow.secondFactor === 'ALWAYS' ||
    (flow.secondFactor === 'WHEN_HELD' && hasStrong)
  return isAsked ? [first, { ...second, allowed: secondFactors(person, rules) }] : [first]
}

const invitedFirst = {
  PASSWORD: { number: 1, allowed: ['PASSWORD'], takes: ['PASSWORD'] },
  PASSKEY: { number: 1, allowed: [], takes: ['PASSKEY'], enrols: ['FIDO'] },
} as const satisfies Readonly<Record<string, Step>>

/** What an invited user has to enrol beside the password: a second factor, where the flow ever asks for one. */
const invitedEnrols = (person: Standing, rules: Rules): readonly ('TOKEN' | 'FIDO')[] => {
  const { flow, invitedBy } = rules
  if (invitedBy !== 'PASSWORD' || flow.outcome === 'DENY') return []
  if (strongFactors(person).length > 0) return []
  const isAsked = person.administrator || flow.secondFactor !== 'NONE'
  return isAsked ? (secondStep(person, rules).enrols ?? []) : []
}

const invitedSteps = (
  person: Standing,
  rules: Rules,
  by: NonNullable<Rules['invitedBy']>,
): Steps => {
  const first = invitedFirst[by]
  const enrols = invitedEnrols(person, rules)
  if (enrols.length > 0) return [first, { number: 2, allowed: [], independent: true, enrols }]
  const [, ...seconds] = usualSteps(person, rules)
  return [first, ...seconds]
}

const isAsked = ({ administrator, questions }: Standing, { resetQuestions }: Rules): boolean =>
  !administrator && resetQuestions > 0 && questions >= resetQuestions

/**
 * A forgotten password is replaced by a mailed code and every second factor there is; recovery codes
 * do not count. Without one, what people know of themselves is asked where the tenant wants it so,
 * of administrators never. Who may not replace it has a second step that nothing proves.
 */
const resetSteps = (person: Standing, rules: Rules): Steps => {
  const first: Step = { number: 1, allowed: firstFactors('RESET', rules) }
  const mayReset = rules.administratorsReset || !person.administrator
  const strong = mayReset ? strongFactors(person) : []
  const allowed = strong.length > 0 ? strong : when(isAsked(person, rules), 'KBA')
  const isDue = allowed.length > 0 || rules.resetNeedsSecondFactor || !mayReset
  return isDue ? [first, { number: 2, allowed }] : [first]
}

/** Whoever sets up an account enrols a second factor, whatever was there before. */
const setupSteps: Steps = [
  { number: 1, allowed: ['PASSWORD'] },
  { number: 2, allowed: [], independent: true, enrols: ['TOKEN', 'FIDO'] },
]

/** What counts as proving oneself again: the strongest that somebody has. */
export const provesAgain = (person: Standing): readonly SignInAuthenticator[] => {
  const strong = strongFactors(person)
  return strong.length > 0 ? strong : ['PASSWORD']
}

const stepUpSteps = (person: Standing, { stepUpAsks }: Rules): Steps => {
  const allowed = stepUpAsks ?? provesAgain(person)
  return [{ number: 1, allowed, signedIn: true }]
}

/** What somebody who calls is asked for: things that they have, never what they know. */
const verifyKinds: readonly SignInAuthenticator[] = ['TOKENPUSH', 'TOKEN', 'GRID']

const verifySteps = (person: Standing, { stepUpAsks }: Rules): Steps => {
  const held = verifyKinds.filter((kind) => person.held.includes(kind))
  const usual = [...held, ...when(person.mailable, 'OTP')]
  return [{ number: 1, allowed: stepUpAsks ?? usual }]
}

/** What each purpose takes of people who hold everything. */
export const usableKinds = (rules: Rules) => {
  const { flow, pushEnabled, mailedSecondFactor, resetQuestions } = rules
  const isUsed = (kind: SignInAuthenticator): boolean => kind !== 'TOKENPUSH' || pushEnabled
  const seconds = flow.secondFactor === 'NONE' ? [] : flow.secondFactors
  return {
    first: firstFactors('SIGN_IN', rules),
    second: seconds.filter((kind) => (kind === 'OTP' ? mailedSecondFactor : isUsed(kind))),
    reset: [
      ...firstFactors('RESET', rules),
      ...secondKinds.filter(isUsed),
      ...when(resetQuestions > 0, 'KBA'),
    ],
    verification: [...verifyKinds.filter(isUsed), 'OTP' as const],
  }
}

/**
 * What has to be proven. Administrators always need two factors, so does whoever has enrolled a
 * second one.
 */
export const requiredSteps = (purpose: Purpose, person: Standing, rules: Rules): Steps => {
  if (purpose === 'RESET') return resetSteps(person, rules)
  if (purpose === 'STEP_UP') return stepUpSteps(person, rules)
  if (purpose === 'SETUP') return setupSteps
  if (purpose === 'VERIFY') return verifySteps(person, rules)
  const { invitedBy = null } = rules
  return invitedBy === null ? signInSteps(person, rules) : invitedSteps(person, rules, invitedBy)
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

/** What is left of a step after the first: nothing over the same channel, and no way to enrol what would not count. */
const after = (first: Evidence, step: Step): Step => {
  const addsNothing = step.independent === true && first.class === 'POSSESSION'
  return {
    ...step,
    allowed: step.allowed.filter((kind) => channels[kind] !== first.channel),
    enrols: addsNothing ? [] : (step.enrols ?? []),
  }
}

const isTaken = ({ takes }: Step, { authenticator }: Evidence): boolean =>
  takes === undefined || takes.includes(authenticator)

/** The first step without evidence that counts; null when all have it. */
export const stepDue = ([first, usual]: Steps, evidence: readonly Evidence[]): Step | null => {
  const one = evidence.find(({ step }) => step === 1)
  if (one === undefined || !isTaken(first, one)) return first
  const second = one.channel === unconfirmedChannel ? (first.confirmedBy ?? closed) : usual
  if (second === undefined) return null
  const other = evidence.find(({ step }) => step === 2)
  const counts =
    other !== undefined &&
    isTaken(second, other) &&
    (second.independent === true ? areIndependent(one, other) : one.channel !== other.channel)
  return counts ? null : after(one, second)
}

/** A remembered browser is what somebody had proven something else on, another time. */
const standInNames: ReadonlySet<string> = new Set([...standInKinds, 'MACHINE', 'KNOWN_DEVICE'])

/** A link and a token are two proofs of one kind: they let in, and make no second factor. */
const areTwo = (evidence: readonly Evidence[]): boolean =>
  evidence.some((one) => evidence.some((other) => areIndependent(one, other)))

/** What a session that is open has proven; what stood in for a factor counts for nothing in it. */
export const openAssurance = (proofs: readonly Evidence[]): 'aal1' | 'aal2' =>
  areTwo(proofs.filter(({ authenticator }) => !standInNames.has(authenticator))) ? 'aal2' : 'aal1'

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
  // Nor this: another service has judged it.
  IDP: ['fed'],
  USER_CERTIFICATE: ['swk'],
}

/** Method references of the evidence (RFC 8176, section 2). */
export const methodReferences = (evidence: readonly Evidence[]): readonly string[] => [
  ...new Set([
    ...evidence.flatMap(({ authenticator }) => references[authenticator] ?? []),
    ...(assurance(evidence) === 'aal2' ? ['mfa'] : []),
  ]),
]
