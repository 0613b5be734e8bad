import { ResourceRuleDefinition } from '@signet/contract/access/resource-rules'
import type { RiskFacts } from '@signet/rules/risk/factors'
import { describe, expect, it } from 'vitest'
import { judge, type Rule } from './judging.ts'

const facts: RiskFacts = {
  now: 0,
  address: '192.0.2.1',
  place: null,
  history: [],
  expected: [],
  skipLocationHistory: false,
  skipTravelVelocity: false,
  deviceKnown: false,
  deviceVerified: false,
  samePlaceKm: 50,
  maximumSpeedKmPerHour: 900,
  historySignIns: 1,
  lists: {},
}

const group = '019aa6b4-0000-7000-8000-0000000000aa'
const failing = { type: 'KNOWN_DEVICE' as const, points: 10 }
const rule = (name: string, more: object): Rule => ({
  ...ResourceRuleDefinition.parse({ resourceId: 'USER_PORTAL', ...more }),
  id: '019aa6b4-0000-7000-8000-0000000000bb',
  name,
})
const everybody = rule('Everybody', {})
const outcomeOf = (...rules: readonly Rule[]) => {
  const { outcome, rule: name } = judge(facts, rules)
  return [outcome, name]
}

describe('of no rules', () => {
  it('comes nothing that lets in', () => {
    expect(outcomeOf()).toEqual(['DENY', null])
  })
})

describe('of several rules', () => {
  it('one with factors comes before the one that every tenant begins with', () => {
    expect(outcomeOf(everybody, rule('Asks', { factors: [failing] }))).toEqual(['DENY', 'Asks'])
  })

  it('one of the person’s groups comes before all for everybody', () => {
    const asks = rule('Asks', { factors: [failing] })
    const own = rule('Own', { groupIds: [group] })
    expect(outcomeOf(everybody, asks, own)).toEqual(['ALLOW', 'Own'])
    const closed = rule('Closed', { groupIds: [group], lowRisk: 'DENY' })
    expect(outcomeOf(everybody, closed)).toEqual(['DENY', 'Closed'])
  })

  it('a strict one that denies does so whatever more particular ones say', () => {
    const strict = rule('Strict', { factors: [failing], strict: true })
    const own = rule('Own', { groupIds: [group] })
    expect(outcomeOf(own, strict)).toEqual(['DENY', 'Strict'])
  })

  it('a strict one that lets in has no say over more particular ones', () => {
    const strict = rule('Strict', { strict: true })
    expect(outcomeOf(strict, rule('Asks', { factors: [failing] }))).toEqual(['DENY', 'Asks'])
  })

  it('the one that decides names the flow of its level', () => {
    const flows = { lowFlowId: group, highFlowId: null, highRisk: 'STEP_UP' }
    expect(judge(facts, [rule('Flow', flows)]).flowId).toBe(group)
    expect(judge(facts, [rule('Flow', { ...flows, factors: [failing] })]).flowId).toBeNull()
  })
})
