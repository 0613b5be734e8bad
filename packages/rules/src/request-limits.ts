/**
 * What requests are counted by: the work they make. `agent`: a process that asks for many people;
 * `file`: files of the pages; `guess`: wrong answers from devices that are not known.
 */
export const requestClasses = [
  'read',
  'search',
  'change',
  'authenticate',
  'heavy',
  'agent',
  'file',
  'guess',
] as const
export type RequestClass = (typeof requestClasses)[number]

/** Whose requests are counted together. An address is an IPv4 address or the /64 of an IPv6 address. */
export const limitSubjects = ['ADDRESS', 'USER', 'APPLICATION', 'TENANT'] as const
export type LimitSubject = (typeof limitSubjects)[number]

/** `burst` requests at once, and `rate` more in each period. */
export interface RequestPolicy {
  readonly rate: number
  readonly periodSeconds: number
  readonly burst: number
}

type PoliciesOfClass = Readonly<Partial<Record<LimitSubject, RequestPolicy>>>

const perMinute = (rate: number, burst: number): RequestPolicy => ({
  rate,
  periodSeconds: 60,
  burst,
})

/**
 * What holds where no policy is set. An address is that of an office: 2,000 people who sign in within
 * a minute. What one of them may guess is bounded by the attempts of each account, and by `guess`.
 */
export const defaultPolicies: Readonly<Record<RequestClass, PoliciesOfClass>> = {
  read: {
    ADDRESS: perMinute(12_000, 12_000),
    USER: perMinute(1200, 300),
    APPLICATION: perMinute(60_000, 6000),
    TENANT: perMinute(600_000, 120_000),
  },
  search: {
    ADDRESS: perMinute(300, 60),
    USER: perMinute(300, 60),
    APPLICATION: perMinute(12_000, 1200),
    TENANT: perMinute(60_000, 12_000),
  },
  change: {
    ADDRESS: perMinute(300, 60),
    USER: perMinute(300, 60),
    APPLICATION: perMinute(30_000, 3000),
    TENANT: perMinute(300_000, 60_000),
  },
  authenticate: {
    ADDRESS: perMinute(6000, 12_000),
    USER: perMinute(120, 60),
    APPLICATION: perMinute(60_000, 6000),
    TENANT: perMinute(120_000, 60_000),
  },
  heavy: {
    ADDRESS: perMinute(30, 10),
    USER: perMinute(30, 10),
    APPLICATION: perMinute(300, 60),
    TENANT: perMinute(6000, 1200),
  },
  agent: {
    ADDRESS: perMinute(60_000, 6000),
    USER: perMinute(60_000, 6000),
    APPLICATION: perMinute(60_000, 6000),
    TENANT: perMinute(600_000, 60_000),
  },
  // A first visit to the console takes some 60 files.
  file: { ADDRESS: perMinute(120_000, 120_000) },
  // In an office of 2,000 a hundred people mistype at nine. Several addresses are bounded by the accounts.
  // A program or a RADIUS client that reports no addresses has people of ten offices in front of it.
  guess: { ADDRESS: perMinute(30, 300), APPLICATION: perMinute(300, 3000) },
}

/** Classes that policies can set; files of the pages are the same for every tenant. */
export const policyClasses = [
  'read',
  'search',
  'change',
  'authenticate',
  'heavy',
  'agent',
  'guess',
] as const satisfies readonly RequestClass[]

/** How far from the default a policy may go: lower would lock administrators out, higher is none. */
const leastShare = 0.1
const mostTimes = 100

const perSecond = ({ rate, periodSeconds }: RequestPolicy): number => rate / periodSeconds

export type PolicyFault = 'subject' | 'rate' | 'burst'

/** What is wrong with a policy; null for nothing. */
export const policyFault = (
  limitClass: RequestClass,
  subject: LimitSubject,
  policy: RequestPolicy,
): PolicyFault | null => {
  const usual = defaultPolicies[limitClass][subject]
  if (usual === undefined) return 'subject'
  const isWithin = (value: number, of: number) =>
    value >= of * leastShare && value <= of * mostTimes
  if (!isWithin(perSecond(policy), perSecond(usual))) return 'rate'
  return isWithin(policy.burst, usual.burst) ? null : 'burst'
}
