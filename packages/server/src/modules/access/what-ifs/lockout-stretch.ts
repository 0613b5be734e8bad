import { isDeepStrictEqual } from 'node:util'
import { locksOf, type NotedAnswer } from '@signet/rules/risk/lockout-effects'
import type { Context } from '../../../kit/context.ts'
import { counting, isCounted } from '../../authenticators/attempts/index.ts'
import type { Plan, Plans } from '../resource-rules/index.ts'
import { type NotedEvent, readAnswers, readPeople } from './noted-answers.repository.ts'
import { presentLockouts } from './plans.ts'
import { type Affected, readGroups } from './replayed-decisions.repository.ts'

type Lockouts = NonNullable<Plan['lockouts']>
type CountedFactor = keyof typeof counting.budgets

const dayMillis = 86_400_000

/** A password that another service has judged is one, and the answer to a token’s question its code. */
const countedAs: Readonly<Partial<Record<string, CountedFactor>>> = {
  PASSTHROUGH: 'PASSWORD',
  TOKENCR: 'TOKEN',
}

const factorOf = ({ authenticator }: NotedEvent): CountedFactor | null => {
  const name = countedAs[authenticator ?? ''] ?? authenticator ?? ''
  return isCounted(name) ? name : null
}

/** Whoever was kept out though what they gave was right has given a right answer. */
const resultOf = ({ outcome, reason }: NotedEvent): NotedAnswer['result'] => {
  if (outcome === 'FAILURE') return 'WRONG'
  return reason === 'LOCKED' ? 'LOCKED' : 'RIGHT'
}

interface Pair {
  readonly before: Lockouts
  readonly after: Lockouts
}

const passwordsOf = ({ passwordAttempts, passwordLockMillis }: Lockouts) => ({
  passwordAttempts,
  passwordLockMillis,
})

/** As somebody has them: what a group policy of theirs says otherwise than the tenant stays. */
const asOf = (own: Lockouts, tenants: Lockouts, planned: Lockouts): Lockouts => {
  const hasOwnPasswords = !isDeepStrictEqual(passwordsOf(own), passwordsOf(tenants))
  const hasOwnOthers = !isDeepStrictEqual(own.authenticators, tenants.authenticators)
  return {
    ...passwordsOf(hasOwnPasswords ? own : planned),
    authenticators: (hasOwnOthers ? own : planned).authenticators,
  }
}

const budgetOf = ({ authenticators, ...general }: Lockouts, factor: CountedFactor) =>
  counting.budgetUnder({ general, lockout: { authenticators } }, factor)

interface Person {
  readonly id: string
  readonly name: string
  readonly events: readonly NotedEvent[]
}

interface Told {
  readonly event: NotedEvent
  /** Whether it met a lock or set one off by what holds, and by what would hold. */
  readonly was: boolean
  readonly would: boolean
}

/** Every answer, each kind of authenticator for itself. */
const toldOf = ({ events }: Person, { before, after }: Pair): readonly Told[] =>
  [...Map.groupBy(events, factorOf)].flatMap(([factor, own]) => {
    if (factor === null) return []
    const answers = own.map((event) => ({
      at: event.occurred_at.getTime(),
      result: resultOf(event),
    }))
    const was = locksOf(answers, budgetOf(before, factor))
    const would = locksOf(answers, budgetOf(after, factor))
    return own.map((event, at) => ({ event, was: was[at] === true, would: would[at] === true }))
  })

const outcomes = {
  BLOCKED: { before: 'ALLOW', after: 'DENY' },
  LET_THROUGH: { before: 'DENY', after: 'ALLOW' },
} as const

/** One person, once for each effect, with the newest answer. */
const affectedBy = (person: Person, pair: Pair): readonly Affected[] => {
  const changed = toldOf(person, pair).filter(({ was, would }) => was !== would)
  const byEffect = Map.groupBy(changed, ({ would }) => (would ? 'BLOCKED' : 'LET_THROUGH'))
  return [...byEffect].map(([effect, told]) => {
    const events = told.map(({ event }) => event)
    const newest = events.reduce((one, other) =>
      other.occurred_at > one.occurred_at ? other : one,
    )
    return {
      effect,
      user_id: person.id,
      user_name: person.name,
      sign_ins: events.length,
      decision_id: newest.id,
      decided_at: newest.occurred_at,
      ...outcomes[effect],
    }
  })
}

interface Stretch {
  readonly plans: Plans
  readonly after: string
  readonly until: string
  readonly limit: number
  readonly days: number
  readonly begunAt: Date
}

/** The next people with what they have answered. */
const peopleWith = async (ctx: Context, { days, begunAt, ...window }: Stretch) => {
  const people = await readPeople(ctx, window)
  const since = new Date(begunAt.getTime() - days * dayMillis)
  const userIds = people.map(({ id }) => id)
  const events = await readAnswers(ctx, { userIds, since, until: begunAt })
  const byPerson = Map.groupBy(events, ({ user_id }) => user_id)
  return people.map(({ id, name }) => ({ id, name, events: byPerson.get(id) ?? [] }))
}

interface Planned extends Pair {
  readonly tenants: Lockouts
}

const affectedOf = async (
  ctx: Context,
  people: readonly Person[],
  { before, after, tenants }: Planned,
): Promise<readonly Affected[]> => {
  const ids = people.map(({ id }) => id)
  const groups = await readGroups(ctx, ids)
  const affected: Affected[] = []
  for (const person of people) {
    const own = await presentLockouts(ctx, groups.get(person.id) ?? [])
    const pair = { before: asOf(own, tenants, before), after: asOf(own, tenants, after) }
    affected.push(...affectedBy(person, pair))
  }
  return affected
}

/** Judges the answers of the next people again. */
export const judgeLockouts = async (ctx: Context, stretch: Stretch) => {
  const { before, after } = stretch.plans
  if (before.lockouts === null || after.lockouts === null)
    throw new Error('no lockouts are planned')
  const people = await peopleWith(ctx, stretch)
  const answering = people.filter(({ events }) => events.length > 0)
  const tenants = await presentLockouts(ctx)
  const planned = { before: before.lockouts, after: after.lockouts, tenants }
  return {
    cursor: people.at(-1)?.id ?? null,
    count: answering.reduce((sum, { events }) => sum + events.length, 0),
    people: await affectedOf(ctx, answering, planned),
    unknown: 0,
    isLast: people.length < stretch.limit,
  }
}
