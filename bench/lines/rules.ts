import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { ResourceRuleDefinition } from '@signet/contract/access/resource-rules'
import { createWhatIf, readWhatIf } from '@signet/contract/access/what-ifs'
import type { RiskFacts } from '@signet/rules/risk/factors'
import { resourceRules } from '@signet/server/modules/access/resource-rules/index'
import { judge, type Rule } from '@signet/server/modules/access/resource-rules/judging'
import { pathOf } from '@signet/server/testing/call'
import { post } from '../checks/check.ts'
import { expectStatus, type Http } from '../load/http.ts'
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

/** Until the job has judged them all. */
const waitUntilDone = async (http: Http, session: string, id: string): Promise<number> => {
  const path = pathOf(readWhatIf, { id })
  const headers = { authorization: `Bearer ${session}` }
  for (;;) {
    const { text } = expectStatus(await http.ask(path, { headers }), 200)
    const { state, decisions } = readWhatIf.answer.parse(JSON.parse(text))
    if (state === 'FAILED') throw new Error('the check failed')
    if (state === 'DONE') return decisions
    await sleep(100)
  }
}

/** A changed rule on former decisions; with fewer of them, as long as a million would take at that pace. */
export const whatIfLine: Measure<{ readonly site: Site; readonly rows: number }> = {
  lines: [goals.whatIf],
  needs: ['createWhatIf'],
  async run({ site, rows }) {
    const { ctx, adminToken } = site.seeding
    await seedDecisions(site.owner, ctx, { facts, rows })
    const signet = await site.start()
    try {
      const rule = { ...definition, name: 'Bench', highRisk: 'DENY' as const }
      const body = { change: { kind: 'RULE', ruleId: null, rule }, days: 30 }
      const began = performance.now()
      const made = await post(signet.http, createWhatIf.path, { session: adminToken, body })
      const { id } = createWhatIf.answer.parse(made)
      const decisions = await waitUntilDone(signet.http, adminToken, id)
      const seconds = (performance.now() - began) / 1000
      if (decisions < rows) throw new Error(`${decisions} of ${rows} decisions were judged`)
      return [found(goals.whatIf, (seconds * full) / decisions)]
    } finally {
      await signet.stop()
    }
  },
}
