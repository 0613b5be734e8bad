import type { AuthenticationMethodId, LoginFlowType } from './sign-in.ts'

/** What may come first: each asks strangers as it asks people. */
export const firstFactorKinds = [
  'PASSWORD',
  'PASSKEY',
  'MAGICLINK',
  'TOKEN',
  'TOKENPUSH',
  'EXTERNAL',
  'IDP',
  'USER_CERTIFICATE',
] as const
export type FirstFactorKind = (typeof firstFactorKinds)[number]

/** What may come second. */
export const secondFactorKinds = [
  'FIDO',
  'TOKENPUSH',
  'TOKEN',
  'TOKENCR',
  'GRID',
  'FACE',
  'EXTERNAL',
  'PASSWORD',
  'OTP',
  'RECOVERY_CODE',
  'TEMP_ACCESS_CODE',
] as const
export type SecondFactorKind = (typeof secondFactorKinds)[number]

/** NONE: one factor does; WHEN_HELD: of whoever has a second one; ALWAYS: of everybody. */
export const secondFactorNeeds = ['NONE', 'WHEN_HELD', 'ALWAYS'] as const
export type SecondFactorNeed = (typeof secondFactorNeeds)[number]

/** What spares people the second factor, the next including those before. */
export const secondFactorSkips = ['NEVER', 'REMEMBERED_BROWSER', 'KNOWN_DEVICE'] as const
export type SecondFactorSkip = (typeof secondFactorSkips)[number]

export const flowOutcomes = ['ADMIT', 'DENY'] as const
export type FlowOutcome = (typeof flowOutcomes)[number]

/** What a sign-in has to go through. */
export interface Flow {
  /** DENY: nobody gets in, whatever they prove. */
  readonly outcome: FlowOutcome
  readonly loginType: LoginFlowType
  /** Alternatives, preferred first. */
  readonly firstFactors: readonly FirstFactorKind[]
  readonly secondFactor: SecondFactorNeed
  /** Alternatives, preferred first; empty where none is asked for. */
  readonly secondFactors: readonly SecondFactorKind[]
  readonly skipSecondFactor: SecondFactorSkip
}

const standIns = ['RECOVERY_CODE', 'TEMP_ACCESS_CODE'] as const
const usualSeconds = [
  'FIDO',
  'TOKENPUSH',
  'TOKEN',
  'TOKENCR',
  'GRID',
  'FACE',
  'EXTERNAL',
  'OTP',
  ...standIns,
] as const
const tokens = ['TOKENPUSH', 'TOKEN', 'TOKENCR', ...standIns] as const

/** How people sign in where nobody has said otherwise. */
export const standardFlow: Flow = {
  outcome: 'ADMIT',
  loginType: 'USER_LOGIN',
  firstFactors: ['PASSWORD', 'PASSKEY', 'MAGICLINK', 'IDP'],
  secondFactor: 'WHEN_HELD',
  secondFactors: usualSeconds,
  skipSecondFactor: 'REMEMBERED_BROWSER',
}

/** Where a flow asks for no second factor, and two have to be proven all the same. */
const floor: Flow['secondFactors'] = [...usualSeconds, 'PASSWORD']

/** What may come second in a flow, whoever is asked for it. */
export const secondsOf = ({ secondFactors }: Pick<Flow, 'secondFactors'>): Flow['secondFactors'] =>
  secondFactors.length > 0 ? secondFactors : floor

const alone = (firstFactors: Flow['firstFactors']): Flow => ({
  ...standardFlow,
  firstFactors,
  secondFactor: 'NONE',
  secondFactors: [],
  skipSecondFactor: 'NEVER',
})

const both = (
  firstFactors: Flow['firstFactors'],
  secondFactors: Flow['secondFactors'] = usualSeconds,
): Flow => ({
  ...standardFlow,
  firstFactors,
  secondFactor: 'ALWAYS',
  secondFactors,
  skipSecondFactor: 'NEVER',
})

export interface SystemFlow extends Flow {
  /** In English; the console has it in the reader's language. */
  readonly name: string
  /** Null for the standard flow: it is what the tenant's settings make of it. */
  readonly method: AuthenticationMethodId | null
}

/** The flows that every tenant has from its start, the standard one first. */
export const systemFlows: readonly SystemFlow[] = [
  { name: 'Standard sign-in', method: null, ...standardFlow },
  { name: 'Access denied', method: 'ACCESS_DENIED', ...standardFlow, outcome: 'DENY' },
  {
    name: 'Default second factor',
    method: 'DEFAULT_SECOND_FACTOR',
    ...alone(['TOKENPUSH', 'TOKEN']),
  },
  { name: 'External only', method: 'EXTERNAL_ONLY', ...alone(['EXTERNAL']) },
  {
    name: 'External and second factor',
    method: 'EXTERNAL_SECOND_FACTOR',
    ...both(
      ['EXTERNAL'],
      usualSeconds.filter((kind) => kind !== 'EXTERNAL'),
    ),
  },
  { name: 'Password only', method: 'PASSWORD_ONLY', ...alone(['PASSWORD']) },
  {
    name: 'Password and soft or hardware token',
    method: 'PASSWORD_PLUS_SOFT_HARDWARE_TOKEN',
    ...both(['PASSWORD'], tokens),
  },
  { name: 'Password and second factor', method: 'PASSWORD_SECOND_FACTOR', ...both(['PASSWORD']) },
  {
    name: 'Code of a soft or hardware token',
    method: 'SOFT_HARDWARE_TOKEN_OTP',
    ...alone(['TOKEN']),
  },
  {
    name: 'Soft or hardware token',
    method: 'SOFT_HARDWARE_TOKEN',
    ...alone(['TOKEN', 'TOKENPUSH']),
  },
  { name: 'Smart login', method: 'SMART_LOGIN', ...alone(['TOKENPUSH']), loginType: 'SMART_LOGIN' },
  {
    name: 'Identity provider of the domain',
    method: 'DOMAIN_BASED_IDP',
    ...standardFlow,
    loginType: 'IDP_LOGIN',
    firstFactors: ['IDP'],
  },
  {
    name: 'User certificate',
    method: 'USER_CERTIFICATE_LOGIN',
    ...alone(['USER_CERTIFICATE']),
    loginType: 'USER_CERTIFICATE_LOGIN',
  },
]

export interface FlowFault {
  readonly field: 'firstFactors' | 'secondFactors' | 'skipSecondFactor'
  readonly message: 'flow_first' | 'flow_second' | 'flow_skip' | 'each_once'
}

/** The only first factors of a login type; a user login may have any. */
const firstsOf: Readonly<Partial<Record<LoginFlowType, FirstFactorKind>>> = {
  PASSKEY_LOGIN: 'PASSKEY',
  SMART_LOGIN: 'TOKENPUSH',
  IDP_LOGIN: 'IDP',
  USER_CERTIFICATE_LOGIN: 'USER_CERTIFICATE',
}

const later = <T>(order: readonly T[], one: T, other: T): T =>
  order.indexOf(one) > order.indexOf(other) ? one : other
const earlier = <T>(order: readonly T[], one: T, other: T): T =>
  later(order.toReversed(), one, other)

/**
 * A flow narrowed towards another one: whoever walks it has walked the first flow, whatever the
 * other one says. Alternatives of the second step stay those of the first flow, for whoever holds
 * one that the other flow does not name would be spared it.
 */
export const tightened = (flow: Flow, towards: Flow): Flow => {
  if (towards.outcome === 'DENY') return flow
  const asks = flow.secondFactor !== 'NONE'
  const { skipSecondFactor: ours } = flow
  const { skipSecondFactor: theirs } = towards
  const common = towards.firstFactors.filter((kind) => flow.firstFactors.includes(kind))
  const { loginType, firstFactors } =
    common.length > 0 ? { loginType: towards.loginType, firstFactors: common } : flow
  const skip = towards.secondFactor === 'NONE' ? ours : earlier(secondFactorSkips, ours, theirs)
  const narrowed: Flow = {
    outcome: flow.outcome,
    loginType,
    firstFactors,
    secondFactor: later(secondFactorNeeds, flow.secondFactor, towards.secondFactor),
    secondFactors: asks ? flow.secondFactors : towards.secondFactors,
    skipSecondFactor: asks ? skip : theirs,
  }
  return flowFaults(narrowed).length > 0 ? flow : narrowed
}

const hasTwice = (kinds: readonly string[]): boolean => new Set(kinds).size < kinds.length

/** A first factor that leaves nothing to prove second. */
const leavesNothing = ({ firstFactors, secondFactors }: Flow): boolean =>
  firstFactors.some(
    (first) => first !== 'PASSKEY' && !secondFactors.some((second) => second !== first),
  )

/** What does not go together in a flow; none for one that can be walked. */
export const flowFaults = (flow: Flow): readonly FlowFault[] => {
  const { loginType, firstFactors, secondFactor, secondFactors, skipSecondFactor } = flow
  const only = firstsOf[loginType]
  const isOdd = only !== undefined && firstFactors.some((kind) => kind !== only)
  const wantsSecond = secondFactor !== 'NONE'
  const isUnfit = wantsSecond ? leavesNothing(flow) : secondFactors.length > 0
  const when = (is: boolean, fault: FlowFault): readonly FlowFault[] => (is ? [fault] : [])
  return [
    ...when(firstFactors.length === 0 || isOdd, { field: 'firstFactors', message: 'flow_first' }),
    ...when(hasTwice(firstFactors), { field: 'firstFactors', message: 'each_once' }),
    ...when(isUnfit, { field: 'secondFactors', message: 'flow_second' }),
    ...when(hasTwice(secondFactors), { field: 'secondFactors', message: 'each_once' }),
    ...when(!wantsSecond && skipSecondFactor !== 'NEVER', {
      field: 'skipSecondFactor',
      message: 'flow_skip',
    }),
  ]
}
