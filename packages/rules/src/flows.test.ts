import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Flow,
  firstFactorKinds,
  flowFaults,
  secondFactorKinds,
  secondFactorNeeds,
  secondFactorSkips,
  systemFlows,
  tightened,
} from './flows.ts'

const flow: fc.Arbitrary<Flow> = fc
  .record({
    outcome: fc.constantFrom('ADMIT' as const, 'DENY' as const),
    loginType: fc.constantFrom('USER_LOGIN' as const, 'PASSKEY_LOGIN' as const),
    firstFactors: fc.uniqueArray(fc.constantFrom(...firstFactorKinds), { minLength: 1 }),
    secondFactor: fc.constantFrom(...secondFactorNeeds),
    secondFactors: fc.uniqueArray(fc.constantFrom(...secondFactorKinds)),
    skipSecondFactor: fc.constantFrom(...secondFactorSkips),
  })
  .filter((made) => flowFaults(made).length === 0)

const demand = ({ secondFactor }: Flow): number => secondFactorNeeds.indexOf(secondFactor)
const spares = ({ skipSecondFactor }: Flow): number => secondFactorSkips.indexOf(skipSecondFactor)

describe('a flow that is narrowed towards another', () => {
  it('never asks for less than it did', () => {
    fc.assert(
      fc.property(flow, flow, (usual, wanted) => {
        const narrowed = tightened(usual, wanted)
        expect(flowFaults(narrowed)).toEqual([])
        expect(narrowed.outcome).toBe(usual.outcome)
        expect(usual.firstFactors).toEqual(expect.arrayContaining([...narrowed.firstFactors]))
        expect(demand(narrowed)).toBeGreaterThanOrEqual(demand(usual))
        if (usual.secondFactor === 'NONE') return
        expect(narrowed.secondFactors).toEqual(usual.secondFactors)
        expect(spares(narrowed)).toBeLessThanOrEqual(spares(usual))
      }),
      { numRuns: 2000 },
    )
  })

  it('asks for the second factor that the other one asks for', () => {
    const [standard] = systemFlows
    const both = systemFlows.find(({ method }) => method === 'PASSWORD_SECOND_FACTOR')
    if (standard === undefined || both === undefined) throw new Error('the flows are not there')
    expect(tightened(standard, both)).toMatchObject({
      firstFactors: ['PASSWORD'],
      secondFactor: 'ALWAYS',
      skipSecondFactor: 'NEVER',
    })
  })
})
