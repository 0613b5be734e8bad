import { ResourceRuleChange } from '@signet/contract/access/resource-rules'
import { RiskEngineDefinition } from '@signet/contract/access/risk-engines'
import { type RiskEngineKind, riskEngineTemplates } from '@signet/rules/risk/engines'
import type { Context } from '../../kit/context.ts'
import { ipLists } from '../../modules/access/ip-lists/index.ts'
import { keepLocation } from '../../modules/access/locations/index.ts'
import { decideAccess } from '../../modules/access/resource-rules/index.ts'
import { createRiskEngine } from '../../modules/access/risk-engines/index.ts'
import { transactions } from '../../modules/access/transactions/index.ts'
import { insertWhatIf } from '../../modules/access/what-ifs/index.ts'

/** A rule that nobody has published: what it would change is looked at first. */
const tryRule = async (ctx: Context): Promise<void> => {
  const rule = ResourceRuleChange.parse({
    name: 'From abroad',
    resourceId: 'USER_PORTAL',
    strict: true,
    factors: [{ type: 'GEOLOCATION', points: 10, mode: 'ALLOWED', countries: ['DE', 'FR'] }],
  })
  await insertWhatIf(ctx, { change: { kind: 'RULE', ruleId: null, rule }, days: 30 })
}

/** Sign-ins of two people that the rules of the tenant have judged: one let in, one locked since. */
const insertDecisions = async (ctx: Context, users: ReadonlyMap<string, string>): Promise<void> => {
  for (const [userName, refusal] of [
    ['ada', null],
    ['anna', 'USER_LOCKED'],
  ] as const) {
    const userId = users.get(userName)
    if (userId === undefined) continue
    const decisionId = ctx.platform.ids.uuid()
    const candidate = { decisionId, userId, userName, deviceKnown: true, deviceVerified: false }
    const decided = await decideAccess(ctx, 'USER_PORTAL', candidate)
    if (decided === null) continue
    const walked = { flow: 'Standard sign-in', classes: { asked: [], reached: null } }
    const outcome = refusal === null ? decided.outcome : 'DENY'
    const ended = { ...walked, outcome, refusal, proven: ['PASSWORD'] }
    await ctx.db.executeQuery(decided.keep(ended))
  }
}

/** Two services that would judge sign-ins; no rule names them, for nobody answers there. */
const insertEngines = async (ctx: Context): Promise<void> => {
  const insert = async (name: string, engine: RiskEngineKind, description: string) => {
    const { body, reading } = riskEngineTemplates[engine]
    await createRiskEngine(ctx, {
      name,
      description,
      engine,
      reading: RiskEngineDefinition.shape.reading.parse(reading),
      connector: {
        method: 'POST',
        url: 'https://risk.acme.example/assess',
        authType: 'None',
        user: '',
        keyName: '',
        headers: [],
        secrets: [],
        contentType: 'application/json',
        body,
        timeoutMillis: 2000,
        statuses: [200],
        resultItems: [{ name: 'proxy', path: '$.signals.proxy', equals: null }],
      },
    })
  }
  await insert('Network reputation', 'SCORE', 'Scores of addresses, 0 to 100')
  await insert('Fraud desk', 'CONNECTOR', 'The bank’s own service')
}

/** What rules about risk are made of, and places that somebody has signed in from. */
export const insertRisk = async (
  ctx: Context,
  users: ReadonlyMap<string, string>,
): Promise<void> => {
  await ipLists.create(ctx, {
    name: 'Head office',
    description: 'Both lines of the office in Berlin',
    addresses: ['192.0.2.0/24', '2001:db8:5::/48'],
  })
  const amount = await transactions.items.create(ctx, {
    name: 'amount',
    description: 'Euros',
    type: 'NUMBER',
  })
  await transactions.rules.create(ctx, {
    name: 'Large payment',
    description: 'More than ten thousand euros',
    matching: 'ALL',
    conditions: [{ itemId: amount.value.id, operator: 'GREATER_THAN', values: ['10000'] }],
  })
  await insertEngines(ctx)
  await tryRule(ctx)
  const userId = users.get('ada')
  if (userId === undefined) return
  const berlin = { country: 'DE', region: 'BE', city: 'Berlin', latitude: 52.5, longitude: 13.4 }
  await ctx.db.executeQuery(keepLocation(ctx, { userId, place: berlin, address: '192.0.2.17' }))
  await insertDecisions(ctx, users)
}
