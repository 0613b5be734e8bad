import { performance } from 'node:perf_hooks'
import { ResourceRuleDefinition } from '@signet/contract/access/resource-rules'
import type { RiskFacts } from '@signet/rules/risk/factors'
import { resourceRules } from '@signet/server/modules/access/resource-rules/index'
import { judge, type Rule } from '@signet/server/modules/access/resource-rules/judging'
import { insertWhatIf, workOnWhatIf } from '@signet/server/modules/access/what-ifs/index'
import { latencyOf } from '../load/percentiles.ts'
import { found } from '../report/finding.ts'
import { seedDecisions } from '../seed/decisions.ts'
import type { Site } from '../subject/site.ts'
import { goals } from './goals.ts'
import type { Measure } from './measure.ts'
import { driveSignIn } from './sign-in.ts'

const points = 10
/** Everything that a sign-in can be asked without a service outside; nobody fails it. */
const factors = [
  {
    type: 'DATE_TIME',
    points,
    timeZone: 'Europe/Berlin',
    days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'],
    from: '00:00',
    to: '23:59',
  },
  { type: 'IP', points, mode: 'DENIED', addresses: ['203.0.113.0/24'], listIds: [] },
  { type: 'LOCATION_HISTORY', points },
  { type: 'TRAVEL_VELOCITY', points },
  { type: 'KNOWN_DEVICE', points },
  { type: 'DEVICE_VERIFICATION', points },
] as const

const definition = ResourceRuleDefinition.parse({
  resourceId: 'USER_PORTAL',
  factors,
  mediumRisk: 'ALLOW',
  highRisk: 'ALLOW',
})

const rulesPerTenant = 20
const judgements = 20_000

const facts: RiskFacts = {
  now: Date.UTC(2026, 10, 23, 9),
  address: '192.0.2.17',
  place: { country: 'DE', city: 'Berlin', latitude: 52.5, longitude: 13.4 },
  history: Array.from({ length: 50 }, (_, at) => ({
    country: 'DE',
    city: `City ${at}`,
    latitude: 48 + at / 10,
    longitude: 9,
    lastSeen: Date.UTC(2026, 10, 20),
    signIns: 3,
  })),
  expected: [],
  skipLocationHistory: false,
  skipTravelVelocity: false,
  deviceKnown: false,
  deviceVerified: false,
  samePlaceKm: 100,
  maximumSpeedKmPerHour: 900,
  historySignIns: 3,
  lists: {},
}

/** How long twenty rules with every factor take for one sign-in, in milliseconds. */
const judgeOften = (): readonly number[] => {
  const rules: readonly Rule[] = Array.from({ length: rulesPerTenant }, (_, at) => ({
    ...definition,
    id: crypto.randomUUID(),
    name: `Rule ${at}`,
  }))
  return Array.from({ length: judgements }, () => {
    const began = performance.now()
    judge(facts, rules)
    return performance.now() - began
  })
}

/** Sign-ins that rules with every factor judge. */
export const ruledSignInLine: Measure = {
  lines: [goals.ruledOutsideHash, goals.ruleTail],
  needs: ['createResourceRule'],
  async run(stage) {
    const { ctx } = stage.site.seeding
    const rule = await resourceRules.create(ctx, { ...definition, name: 'Bench' })
    const run = await driveSignIn(stage)
    await resourceRules.remove(ctx, rule.value.id)
    return [
      found(goals.ruledOutsideHash, run.outsideHashMillis, run),
      found(goals.ruleTail, latencyOf(judgeOften()).p99),
    ]
  },
}

const full = 1_000_000

/** A changed rule on former decisions; with fewer of them, as long as a million would take at that pace. */
export const whatIfLine: Measure<{ readonly site: Site; readonly rows: number }> = {
  lines: [goals.whatIf],
  needs: ['createWhatIf'],
  async run({ site, rows }) {
    const { ctx } = site.seeding
    await seedDecisions(ctx, { facts, rows })
    const rule = { ...definition, name: 'Bench', highRisk: 'DENY' as const }
    const { id } = await insertWhatIf(ctx, {
      change: { kind: 'RULE', ruleId: null, rule },
      days: 30,
    })
    const state = async () => {
      const query = ctx.db.selectFrom('what_ifs').select(['state', 'decisions'])
      return query.where('id', '=', id).executeTakeFirstOrThrow()
    }
    const began = performance.now()
    const job = { content: { id }, signal: new AbortController().signal, isLast: true }
    while ((await state()).state !== 'DONE') await workOnWhatIf(ctx, job)
    const seconds = (performance.now() - began) / 1000
    const { decisions } = await state()
    if (decisions < rows) throw new Error(`${decisions} of ${rows} decisions were judged`)
    return [found(goals.whatIf, (seconds * full) / decisions)]
  },
}
