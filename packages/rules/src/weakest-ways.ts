/**
 * What a way takes, the cheapest first. MAILBOX: whatever protects a mailbox, or an account elsewhere
 * (PROVIDER), is not known here. ANOTHERS_ACT: an administrator who signs in with a phishing-resistant
 * factor acts for an attacker who persuades them.
 */
export const wayGrades = [
  'MAILBOX',
  'ONE_FACTOR',
  'PROVIDER',
  'TWO_FACTORS',
  'ANOTHERS_ACT',
  'PHISHING_RESISTANT',
] as const
export type WayGrade = (typeof wayGrades)[number]

/**
 * PROVE: something of the user's is proven. RESET: a new password is set in its place. ENROL: an
 * authenticator is set up in the sign-in itself. ACT: an administrator or a program gives one.
 * SECRET: a program shows its secret.
 */
export const wayStepKinds = ['PROVE', 'RESET', 'ENROL', 'ACT', 'SECRET'] as const
export type WayStepKind = (typeof wayStepKinds)[number]

/** What would close a way: a setting, something that has an id, or how a user signs in. */
export const wayClosures = [
  'FLOW',
  'PASSWORD_RESET',
  'MAILED_CODES',
  'MAGIC_LINKS',
  'TEMP_ACCESS_CODES',
  'QUESTIONS',
  'PROVIDER',
  'ENROLMENT',
  'ADMINISTRATOR',
  'PROGRAM',
] as const
export type WayClosure = (typeof wayClosures)[number]

export const wayActorKinds = ['USER', 'PROGRAM'] as const

/** Whose step it is, where it is not the step of the user in question. */
export interface WayActor {
  readonly kind: (typeof wayActorKinds)[number]
  readonly id: string
  readonly name: string
}

export interface ClosedBy {
  readonly code: WayClosure
  /** Null for a setting, and for the user in question. */
  readonly id: string | null
  readonly name: string | null
}

export interface WayStep {
  readonly kind: WayStepKind
  /** What is proven, or given; null for a secret. */
  readonly authenticator: string | null
  /** Where a code or a link goes. */
  readonly place: 'MAILBOX' | 'PHONE' | null
  readonly by: WayActor | null
  /** Null for what nothing closes, such as a passkey. */
  readonly closedBy: ClosedBy | null
}

export interface Way {
  readonly grade: WayGrade
  readonly steps: readonly WayStep[]
  /** That a year of guessing walks it; null where a step is no guess. */
  readonly probability: number | null
}

/** Signatures that are bound to the place where they are asked for. */
const phishingResistant: ReadonlySet<string> = new Set(['FIDO', 'PASSKEY', 'USER_CERTIFICATE'])
export const isPhishingResistant = (authenticator: string): boolean =>
  phishingResistant.has(authenticator)

/** Things that an attacker takes together: a code and a link in the same mailbox, two codes of one app. */
const sources: Readonly<Record<string, string>> = {
  PASSWORD: 'MEMORY',
  KBA: 'MEMORY',
  TOKEN: 'APP',
  TOKENCR: 'APP',
  TOKENPUSH: 'APP',
}

const sourceOf = ({ authenticator, place }: WayStep): string =>
  place ?? sources[authenticator ?? ''] ?? authenticator ?? 'SECRET'

/** What the proofs of a way amount to; what is set or enrolled on the way is taken from no one. */
export const gradeOf = (steps: readonly WayStep[]): WayGrade => {
  const taken = steps.filter(({ kind }) => kind === 'PROVE' || kind === 'SECRET')
  if (taken.some(({ authenticator }) => isPhishingResistant(authenticator ?? ''))) {
    return 'PHISHING_RESISTANT'
  }
  const of = new Set(taken.map(sourceOf))
  if (of.size > 1) return 'TWO_FACTORS'
  if (of.has('MAILBOX')) return 'MAILBOX'
  return of.has('IDP') ? 'PROVIDER' : 'ONE_FACTOR'
}

const rank = (grade: WayGrade): number => wayGrades.indexOf(grade)

/** Whether a grade is at least another one. */
export const isAtLeast = (grade: WayGrade, other: WayGrade): boolean => rank(grade) >= rank(other)

/** What decides between two ways before their letters do. */
interface Price {
  readonly rank: number
  readonly probability: number
  readonly steps: number
}

const priceOf = ({ grade, probability, steps }: Way): Price => ({
  rank: rank(grade),
  probability: probability ?? 0,
  steps: steps.length,
})

const comparePrices = (one: Price, other: Price): number =>
  one.rank - other.rank || other.probability - one.probability || one.steps - other.steps

const lettersOf = ({ steps }: Way): string =>
  steps.map(({ kind, authenticator, by }) => `${kind} ${authenticator} ${by?.id}`).join()

/** The cheapest first: by grade, then what is guessed more often, then the fewest steps. */
export const compareWays = (one: Way, other: Way): number =>
  comparePrices(priceOf(one), priceOf(other)) ||
  Number(lettersOf(one) > lettersOf(other)) - Number(lettersOf(one) < lettersOf(other))

/** Each once, the cheapest first. */
export const inOrder = (ways: readonly Way[]): readonly Way[] => {
  const once = new Map(ways.map((way) => [lettersOf(way), way]))
  return [...once.values()].toSorted(compareWays)
}

/** An actor who may act for another user, and what they would do to come in as them. */
export interface Act {
  readonly from: WayActor
  readonly to: string
  readonly steps: readonly WayStep[]
}

const madeBy =
  (actor: WayActor) =>
  (step: WayStep): WayStep => ({ ...step, by: step.by ?? actor })

/** The way over an actor: as cheap as theirs, and never dearer than being persuaded. */
export const through = (way: Way, { from, steps }: Pick<Act, 'from' | 'steps'>): Way => ({
  grade: isAtLeast(way.grade, 'ANOTHERS_ACT') ? 'ANOTHERS_ACT' : way.grade,
  steps: [...way.steps, ...steps].map(madeBy(from)),
  probability: way.probability,
})

const passes = ({ steps }: Way, id: string): boolean => steps.some(({ by }) => by?.id === id)

/** Acts that are followed before others may have their turn. */
const actsAtOnce = 1000

const anothersAct = rank('ANOTHERS_ACT')

/** Of the way over an actor, which is not made for it: most of them are dearer than what is known. */
const priceOver = (way: Way, { steps }: Act): Price => {
  const own = priceOf(way)
  return { ...own, rank: Math.min(own.rank, anothersAct), steps: own.steps + steps.length }
}

/**
 * The cheapest way to each of those who may act: their own, or over another one who may act on them
 * (shortest paths by relaxation; a way never passes the same person twice). Comes to a halt again
 * and again, so that it can be taken in turns.
 */
export const cheapestInTurns = function* (
  own: ReadonlyMap<string, Way>,
  acts: readonly Act[],
): Generator<undefined, ReadonlyMap<string, Way>> {
  const best = new Map(own)
  const take = (way: Way | undefined, act: Act): boolean => {
    if (way === undefined) return false
    const known = best.get(act.to)
    if (known !== undefined && comparePrices(priceOver(way, act), priceOf(known)) > 0) return false
    if (passes(way, act.to)) return false
    const over = through(way, act)
    if (known !== undefined && compareWays(over, known) >= 0) return false
    best.set(act.to, over)
    return true
  }
  const from = new Map<string, Act[]>()
  let followed = 0
  // By the own way of each first: being persuaded is cheaper than a passkey, and leads to both of two.
  for (const act of acts) {
    take(own.get(act.from.id), act)
    const others = from.get(act.from.id)
    if (others === undefined) from.set(act.from.id, [act])
    else others.push(act)
    followed += 1
    if (followed % actsAtOnce === 0) yield undefined
  }
  const open = new Set(best.keys())
  for (const id of open) {
    open.delete(id)
    const way = best.get(id)
    for (const act of from.get(id) ?? []) {
      if (take(way, act)) open.add(act.to)
      followed += 1
      if (followed % actsAtOnce === 0) yield undefined
    }
  }
  return best
}

/** The cheapest way over those who may act, of whom the cheapest way to each is known; null for none. */
export const cheapestOver = (acts: readonly Act[], best: ReadonlyMap<string, Way>): Way | null => {
  const priced = acts.flatMap((act) => {
    const way = best.get(act.from.id)
    return way === undefined ? [] : [{ act, way, price: priceOver(way, act) }]
  })
  const [first, ...others] = priced
  if (first === undefined) return null
  const { act, way } = others.reduce(
    (least, each) => (comparePrices(each.price, least.price) < 0 ? each : least),
    first,
  )
  return through(way, act)
}
