import { ResourceRuleDefinition } from '@signet/contract/access/resource-rules'
import { RiskEngineDefinition } from '@signet/contract/access/risk-engines'
import { rbaFamily } from '@signet/contract/settings/rba'
import { riskEngineTemplates } from '@signet/rules/risk/engines'
import { buildUser } from '../../../testing/builders.ts'
import type { Context } from '../../kit/context.ts'
import { ipLists } from '../../modules/access/ip-lists/index.ts'
import { keepAsked, resourceRules } from '../../modules/access/resource-rules/index.ts'
import { createRiskEngine } from '../../modules/access/risk-engines/index.ts'
import { transactions } from '../../modules/access/transactions/index.ts'
import { insertWhatIf } from '../../modules/access/what-ifs/index.ts'

const fresh = (ctx: Context): string => ctx.platform.ids.random(6).toString('hex')

export const buildIpList = async (ctx: Context): Promise<string> => {
  const wanted = { name: fresh(ctx), description: '', addresses: ['192.0.2.0/24'] }
  return (await ipLists.create(ctx, wanted)).value.id
}

export const buildTransactionItem = async (ctx: Context): Promise<string> => {
  const wanted = { name: `item${fresh(ctx)}`, description: '', type: 'NUMBER' as const }
  return (await transactions.items.create(ctx, wanted)).value.id
}

/** What a rule about one item says. */
export const ruleAbout = (itemId: string) => ({
  matching: 'ALL' as const,
  conditions: [{ itemId, operator: 'GREATER_THAN' as const, values: ['1000'] }],
})

export const buildTransactionRule = async (ctx: Context): Promise<string> => {
  const rule = ruleAbout(await buildTransactionItem(ctx))
  return (await transactions.rules.create(ctx, { name: fresh(ctx), description: '', ...rule }))
    .value.id
}

/** A rule that lets everybody in. */
export const openRule = (groupIds: readonly string[] = []) => ({
  resourceId: 'USER_PORTAL' as const,
  groupIds: [...groupIds],
  mediumRisk: 'ALLOW' as const,
  highRisk: 'ALLOW' as const,
})

export const buildResourceRule = async (ctx: Context): Promise<string> => {
  const rule = ResourceRuleDefinition.parse(openRule())
  return (await resourceRules.create(ctx, { name: fresh(ctx), ...rule })).value.id
}

/** An engine that nobody listens for. */
export const engineNamed = (name: string) => ({
  name,
  description: '',
  engine: 'SCORE' as const,
  reading: riskEngineTemplates.SCORE.reading,
  connector: {
    method: 'POST' as const,
    url: 'https://risk.invalid/',
    authType: 'None' as const,
    user: '',
    keyName: '',
    headers: [],
    secrets: [],
    contentType: 'application/json' as const,
    body: riskEngineTemplates.SCORE.body,
    timeoutMillis: 500,
    statuses: [200],
    resultItems: [],
  },
})

export const buildRiskEngine = async (ctx: Context): Promise<string> => {
  const engine = engineNamed(fresh(ctx))
  const reading = RiskEngineDefinition.shape.reading.parse(engine.reading)
  return (await createRiskEngine(ctx, { ...engine, reading })).value.id
}

/** Somebody let in at low risk, by no rule. */
export const buildDecision = async (ctx: Context): Promise<string> => {
  const { id: userId } = await buildUser(ctx)
  const candidate = { decisionId: ctx.platform.ids.uuid(), userId, userName: fresh(ctx) }
  const ended = { outcome: 'ALLOW', flow: null, classes: { asked: [], reached: null } } as const
  await ctx.db.executeQuery(keepAsked(ctx, 'USER_PORTAL', { candidate, ended }))
  return candidate.decisionId
}

/** A check of measures as they are. */
export const buildWhatIf = async (ctx: Context): Promise<string> => {
  const change = { kind: 'RBA' as const, settings: rbaFamily.defaults }
  return (await insertWhatIf(ctx, { change, days: 30 })).id
}

/** One that is done, and that nobody has looked at. */
export const buildTriedWhatIf = async (ctx: Context): Promise<string> => {
  const id = await buildWhatIf(ctx)
  await ctx.db
    .updateTable('what_ifs')
    .set({ state: 'DONE' })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
  return id
}
