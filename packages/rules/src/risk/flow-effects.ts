import { type Flow, secondsOf } from '../flows.ts'
import type { RiskAction } from './score.ts'

/** Whoever signed in, as far as a flow hangs on it. */
export interface FlowPerson {
  readonly administrator: boolean
  /** Kinds of authenticators that they hold. */
  readonly held: readonly string[]
  /** What they have proven, in its order. */
  readonly proven: readonly string[]
  readonly deviceKnown: boolean
  /** The browser was remembered after two factors. */
  readonly deviceVerified: boolean
}

type Steps = Pick<
  Flow,
  'outcome' | 'firstFactors' | 'secondFactor' | 'secondFactors' | 'skipSecondFactor'
>

/** A password may be judged by another service. */
const nameOf = (kind: string): string => (kind === 'PASSTHROUGH' ? 'PASSWORD' : kind)

/**
 * Proves both steps at once where the flow begins with it. So do identity providers that vouch for
 * the second, which the record does not tell.
 */
const whole = 'PASSKEY'
/** What stands in for a lost factor, and what is sent: neither makes somebody a holder of a second one. */
const weak: readonly string[] = ['OTP', 'RECOVERY_CODE', 'TEMP_ACCESS_CODE', 'PASSWORD']
const enrolled: readonly string[] = ['TOKEN', 'FIDO']

const isSpared = ({ skipSecondFactor: skip }: Steps, person: FlowPerson): boolean => {
  if (person.administrator || skip === 'NEVER') return false
  return person.deviceVerified || (skip === 'KNOWN_DEVICE' && person.deviceKnown)
}

const mayBegin = ({ firstFactors }: Steps, { proven, held }: FlowPerson) => {
  const first = proven[0] === undefined ? null : nameOf(proven[0])
  const kinds: readonly string[] = firstFactors
  if (first !== null && kinds.includes(first)) return 'AS_DONE'
  const others = kinds.some((kind) => kind === 'PASSWORD' || held.includes(kind))
  return others || (held.includes('FIDO') && kinds.includes('PASSKEY')) ? 'OTHERWISE' : 'NEVER'
}

const secondStep = (flow: Steps, person: FlowPerson, action: RiskAction): RiskAction => {
  const seconds: readonly string[] = secondsOf(flow)
  const strong = seconds.filter((kind) => !weak.includes(kind) && person.held.includes(kind))
  const isStepUp = action === 'STEP_UP'
  const isAsked =
    person.administrator ||
    isStepUp ||
    flow.secondFactor === 'ALWAYS' ||
    (flow.secondFactor === 'WHEN_HELD' && strong.length > 0)
  const first = person.proven[0] ?? ''
  if (!isAsked || first === whole || (!isStepUp && isSpared(flow, person))) return 'ALLOW'
  const hasProven = person.proven.slice(1).some((kind) => seconds.includes(nameOf(kind)))
  const mayEnrol = !isStepUp && seconds.some((kind) => enrolled.includes(kind))
  const isWithin = hasProven || strong.length > 0 || mayEnrol || seconds.includes('OTP')
  return isWithin ? 'STEP_UP' : 'DENY'
}

/**
 * How somebody gets through a flow, from what was recorded of their sign-in and what they hold:
 * ALLOW by what they have proven first, STEP_UP with something more or else, DENY not at all.
 */
export const outcomeByFlow = (flow: Steps, person: FlowPerson, action: RiskAction): RiskAction => {
  if (action === 'DENY' || flow.outcome === 'DENY') return 'DENY'
  const begins = mayBegin(flow, person)
  if (begins === 'NEVER') return 'DENY'
  const second = secondStep(flow, person, action)
  return second === 'ALLOW' && begins === 'OTHERWISE' ? 'STEP_UP' : second
}
