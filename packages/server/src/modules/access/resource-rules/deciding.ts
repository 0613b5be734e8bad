import { IpListDefinition } from '@signet/contract/access/ip-lists'
import { ResourceRuleDefinition } from '@signet/contract/access/resource-rules'
import type { RiskFacts } from '@signet/rules/risk/factors'
import type { Refusal } from '@signet/rules/risk/refusals'
import type { CompiledQuery } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { type Reading, settings } from '../../settings/families/index.ts'
import { publishedRules } from '../definitions/index.ts'
import { historyBegins, locationsQuery, riskQuery } from '../locations/index.ts'
import { groupsQuery, keepDecision, keepRefusal, keptFactsQuery } from './decisions.repository.ts'
import { engineAnswers, enginesOf } from './engine-answers.ts'
import { type Judgement, judge, type Rule } from './judging.ts'

interface Candidate {
  /** Of the sign-in's transaction, or the decision's own. */
  readonly decisionId: string
  readonly userId: string
  readonly userName: string
  readonly deviceKnown: boolean
  readonly deviceVerified: boolean
  /** The session that is open: what engines have said in it holds for a while. */
  readonly sessionId?: string
}

/** What an application asked for beside the rules, and what it is told. */
interface Classes {
  readonly asked: readonly string[]
  readonly reached: string | null
}

/** What came of a judgement in the end: more may be asked than the rules do. */
interface Ended {
  readonly outcome: Judgement['outcome']
  readonly flow: string | null
  /** Null for one that has no id, and where nobody knows. */
  readonly flowId?: string | null
  readonly classes: Classes
  /** The application that somebody signs in for. */
  readonly application?: string | null
  /** What was proven by then. */
  readonly proven?: readonly string[]
  /** What stands against it beside the rules. */
  readonly refusal?: Refusal | null
}

export interface Decided extends Judgement {
  /** Keeps it, as it ended: goes with what the answer writes. */
  readonly keep: (ended?: Ended) => CompiledQuery
}

type Published = NonNullable<Awaited<ReturnType<typeof publishedRules.read>>>

interface Compiled {
  /** Enabled ones, by resource. */
  readonly rules: ReadonlyMap<string, readonly Rule[]>
  readonly lists: ReadonlyMap<string, readonly string[]>
  readonly engines: Published['definitions']
}

const compiled = new WeakMap<Published, Compiled>()

const compile = ({ definitions }: Published): Compiled => {
  const all = definitions
    .filter(({ kind }) => kind === 'RESOURCE_RULE')
    .map(({ id, name, definition }) => ({ ...ResourceRuleDefinition.parse(definition), id, name }))
  const lists = definitions
    .filter(({ kind }) => kind === 'IP_LIST')
    .map(({ id, definition }) => [id, IpListDefinition.parse(definition).addresses] as const)
  const engines = definitions.filter(({ kind }) => kind === 'RISK_ENGINE')
  const enabled = all.filter((rule) => rule.enabled)
  return { rules: Map.groupBy(enabled, (rule) => rule.resourceId), lists: new Map(lists), engines }
}

const nothing: Compiled = { rules: new Map(), lists: new Map(), engines: [] }

/** Compiled once for each change: most sign-ins find it ready. */
const compiledRules = async (ctx: Reading): Promise<Compiled> => {
  const published = await publishedRules.read(ctx)
  if (published === null) return nothing
  const known = compiled.get(published) ?? compile(published)
  compiled.set(published, known)
  return known
}

/** Enabled rules of a resource: read with the settings, without a statement of their own. */
export const rulesOf = async (ctx: Reading, resource: string): Promise<readonly Rule[]> =>
  (await compiledRules(ctx)).rules.get(resource) ?? []

export const listsOf = async (ctx: Context, rules: readonly Rule[]) => {
  const { lists } = await compiledRules(ctx)
  const named = rules.flatMap(({ factors }) =>
    factors.flatMap((factor) => (factor.type === 'IP' ? factor.listIds : [])),
  )
  return Object.fromEntries(
    named.flatMap((id) => {
      const addresses = lists.get(id)
      return addresses === undefined ? [] : [[id, addresses] as const]
    }),
  )
}

/** `kept`: what an earlier step of this sign-in was decided from, read where it may be needed. */
const readPerson = async (ctx: Context, candidate: Candidate, keeps: Keeps) => {
  const { userId } = candidate
  const since = await historyBegins(ctx)
  const kept = keeps === 'ENGINES' ? [keptFactsQuery(ctx, candidate)] : []
  const [history, risk, groups, ...facts] = await Promise.all([
    ctx.db.executeQuery(locationsQuery(ctx, userId, since)),
    ctx.db.executeQuery(riskQuery(ctx, userId)),
    ctx.db.executeQuery(groupsQuery(ctx, userId)),
    ...kept.map((query) => ctx.db.executeQuery(query)),
  ])
  return { history: history.rows, risk: risk.rows[0], groups: groups.rows, kept: facts[0]?.rows[0] }
}

type Keeps = 'ENGINES' | 'NOTHING'
type Person = Awaited<ReturnType<typeof readPerson>>

const factsOf = async (
  ctx: Context,
  { deviceKnown, deviceVerified }: Candidate,
  { history, risk }: Person,
): Promise<Omit<RiskFacts, 'lists' | 'engines'>> => {
  const now = ctx.platform.clock.now().getTime()
  const { address } = ctx.request
  const { samePlaceKm, maximumSpeedKmPerHour, historySignIns } = await settings.rba(ctx)
  const until = risk?.skip_until ?? null
  const skips = risk !== undefined && (until === null || until.getTime() > now)
  return {
    now,
    address,
    place: ctx.platform.places.placeOf(address),
    history: history.map((seen) => ({
      country: seen.country,
      city: seen.city === '' ? null : seen.city,
      latitude: seen.latitude,
      longitude: seen.longitude,
      lastSeen: seen.last_seen_at.getTime(),
      signIns: seen.sign_ins,
    })),
    expected: (risk?.expected ?? []).map((place) => Object(place)),
    skipLocationHistory: skips && risk.skip_location_history,
    skipTravelVelocity: skips && risk.skip_travel_velocity,
    deviceKnown,
    deviceVerified,
    samePlaceKm,
    maximumSpeedKmPerHour,
    historySignIns,
  }
}

interface Unjudged {
  readonly candidate: Pick<Candidate, 'decisionId' | 'userId' | 'userName'>
  readonly ended: Ended
}

const unjudged = (ctx: Context, resource: string, { candidate, ended }: Unjudged) => {
  const { address } = ctx.request
  const country = ctx.platform.places.placeOf(address)?.country ?? null
  return {
    id: candidate.decisionId,
    user_id: candidate.userId,
    user_name: candidate.userName,
    decided_at: ctx.platform.clock.now(),
    outcome: ended.outcome,
    level: 'LOW',
    record: { resource, address, country, ...ended },
  } as const
}

/** Keeps what came of what an application asked for, where no rule had anything to say. */
export const keepAsked = (ctx: Context, resource: string, what: Unjudged): CompiledQuery =>
  keepDecision(ctx, unjudged(ctx, resource, what))

/** Keeps what stood against somebody beside what the rules decided, if they did. */
export const keepRefused = (ctx: Context, resource: string, what: Unjudged): CompiledQuery =>
  keepRefusal(ctx, unjudged(ctx, resource, what))

const ownOf = (rules: readonly Rule[], { groups: rows }: Person): readonly Rule[] => {
  const groups = new Set(rows.map(({ group_id }) => group_id))
  return rules.filter(
    ({ groupIds }) => groupIds.length === 0 || groupIds.some((id) => groups.has(id)),
  )
}

const withoutEngines = (rule: Rule): Rule => ({
  ...rule,
  factors: rule.factors.filter(({ type }) => type !== 'RISK_ENGINE'),
})

/**
 * What the rules would say of somebody who came from here now, engines left out: nobody is asked,
 * and nothing is kept. Null where the resource has no rules.
 */
export const foresee = async (
  ctx: Context,
  resource: string,
  candidate: Candidate,
): Promise<Judgement | null> => {
  const rules = await rulesOf(ctx, resource)
  if (rules.length === 0) return null
  const person = await readPerson(ctx, candidate, 'NOTHING')
  const own = ownOf(rules, person).map(withoutEngines)
  const facts = await factsOf(ctx, candidate, person)
  return judge({ ...facts, lists: await listsOf(ctx, own) }, own)
}

/**
 * What the rules of a resource say of somebody; null where it has none. Whatever goes wrong is
 * thrown: nobody gets in by an error.
 */
export const decideAccess = async (
  ctx: Context,
  resource: string,
  candidate: Candidate,
): Promise<Decided | null> => {
  const rules = await rulesOf(ctx, resource)
  if (rules.length === 0) return null
  const { engines } = await compiledRules(ctx)
  const keeps = enginesOf(rules, engines).length > 0 ? 'ENGINES' : 'NOTHING'
  const person = await readPerson(ctx, candidate, keeps)
  const own = ownOf(rules, person)
  const lists = await listsOf(ctx, own)
  const { decisionId: transactionId, sessionId, ...asking } = candidate
  const session = sessionId === undefined ? {} : { sessionId }
  const isSession = sessionId !== undefined
  const question = { ...asking, transactionId, resource, kept: person.kept, isSession }
  const facts: RiskFacts = {
    ...(await factsOf(ctx, candidate, person)),
    lists,
    engines: await engineAnswers(ctx, enginesOf(own, engines), question),
  }
  const judgement = judge(facts, own)
  const keep = (ended?: Ended) =>
    keepDecision(ctx, {
      id: candidate.decisionId,
      user_id: candidate.userId,
      user_name: candidate.userName,
      decided_at: ctx.platform.clock.now(),
      outcome: ended?.outcome ?? judgement.outcome,
      level: judgement.level,
      record: { resource, facts, own, judgement, ...session, ...ended },
    })
  return { ...judgement, keep }
}
