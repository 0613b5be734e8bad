import { IpListDefinition } from '@signet/contract/access/ip-lists'
import { ResourceRuleDefinition, type resourceIds } from '@signet/contract/access/resource-rules'
import type { RiskFacts } from '@signet/rules/risk/factors'
import type { CompiledQuery } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { settings } from '../../settings/families/index.ts'
import { publishedRules } from '../definitions/index.ts'
import { historyBegins, locationsQuery, riskQuery } from '../locations/index.ts'
import { keepDecision, keptFactsQuery } from './decisions.repository.ts'
import { engineAnswers, enginesOf } from './engine-answers.ts'
import { type Judgement, judge, type Rule } from './judging.ts'

type Resource = (typeof resourceIds)[number]

export interface Candidate {
  readonly transactionId: string
  readonly userId: string
  readonly userName: string
  readonly administrator: boolean
  readonly deviceKnown: boolean
  readonly deviceVerified: boolean
}

export interface Decided extends Judgement {
  /** Keeps it: goes with what the answer writes. */
  readonly statement: CompiledQuery
}

const rulesOf = async (ctx: Context, resource: Resource) => {
  const definitions = (await publishedRules.read(ctx))?.definitions ?? []
  const rules = definitions
    .filter(({ kind }) => kind === 'RESOURCE_RULE')
    .map(
      ({ id, name, definition }): Rule => ({
        ...ResourceRuleDefinition.parse(definition),
        id,
        name,
      }),
    )
    .filter(({ resourceId, enabled }) => enabled && resourceId === resource)
  const named = new Set(
    rules.flatMap(({ factors }) =>
      factors.flatMap((factor) => (factor.type === 'IP' ? factor.listIds : [])),
    ),
  )
  const lists = definitions
    .filter(({ id, kind }) => kind === 'IP_LIST' && named.has(id))
    .map(({ id, definition }) => [id, IpListDefinition.parse(definition).addresses] as const)
  const engines = definitions.filter(({ kind }) => kind === 'RISK_ENGINE')
  return { rules, lists: Object.fromEntries(lists), engines }
}

const groupsQuery = ({ db, tenant }: Context, userId: string) =>
  db
    .selectFrom('user_groups')
    .select('group_id')
    .where('tenant_id', '=', tenant.id)
    .where('user_id', '=', userId)
    .compile()

/** `kept`: what an earlier step of this sign-in was decided from, read where it may be needed. */
const readPerson = async (ctx: Context, { userId, transactionId }: Candidate, keeps: Keeps) => {
  const since = await historyBegins(ctx)
  const kept = keeps === 'ENGINES' ? [keptFactsQuery(ctx, transactionId)] : []
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

/**
 * What the resource rules say of a sign-in; null where there are none. Whatever goes wrong is thrown:
 * nobody gets in by an error.
 */
export const decideAccess = async (ctx: Context, candidate: Candidate): Promise<Decided | null> => {
  const resource = candidate.administrator ? 'ADMIN_PORTAL' : 'USER_PORTAL'
  const { rules, lists, engines } = await rulesOf(ctx, resource)
  if (rules.length === 0) return null
  const keeps = enginesOf(rules, engines).length > 0 ? 'ENGINES' : 'NOTHING'
  const person = await readPerson(ctx, candidate, keeps)
  const groups = new Set(person.groups.map(({ group_id }) => group_id))
  const own = rules.filter(
    ({ groupIds }) => groupIds.length === 0 || groupIds.some((id) => groups.has(id)),
  )
  const question = { ...candidate, resource, kept: person.kept }
  const facts: RiskFacts = {
    ...(await factsOf(ctx, candidate, person)),
    lists,
    engines: await engineAnswers(ctx, enginesOf(own, engines), question),
  }
  const judgement = judge(facts, own)
  const statement = keepDecision(ctx, {
    id: candidate.transactionId,
    user_id: candidate.userId,
    user_name: candidate.userName,
    decided_at: ctx.platform.clock.now(),
    outcome: judgement.outcome,
    level: judgement.level,
    record: { resource, facts, own, judgement },
  })
  return { ...judgement, statement }
}
