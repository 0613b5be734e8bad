import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Flow,
  type FlowFault,
  firstFactorKinds,
  flowFaults,
  secondFactorKinds,
  secondFactorNeeds,
  secondFactorSkips,
  secondsOf,
  standardFlow,
  systemFlows,
  tightened,
} from './flows.ts'

const oneFactor: Flow = {
  outcome: 'ADMIT',
  loginType: 'USER_LOGIN',
  firstFactors: ['PASSWORD'],
  secondFactor: 'NONE',
  secondFactors: [],
  skipSecondFactor: 'NEVER',
}
const twoFactors: Flow = {
  ...oneFactor,
  secondFactor: 'ALWAYS',
  secondFactors: ['TOKEN'],
  skipSecondFactor: 'REMEMBERED_BROWSER',
}

describe('a flow', () => {
  it.each<[string, Flow]>([
    ['has one factor', oneFactor],
    ['has two factors', twoFactors],
    [
      'has a passkey alone, which is both',
      { ...twoFactors, firstFactors: ['PASSKEY'], secondFactors: [] },
    ],
    [
      'has the first factor among several second ones',
      { ...twoFactors, firstFactors: ['TOKEN'], secondFactors: ['TOKEN', 'GRID'] },
    ],
    [
      'begins with a passkey',
      { ...oneFactor, loginType: 'PASSKEY_LOGIN', firstFactors: ['PASSKEY'] },
    ],
    ['begins in the app', { ...oneFactor, loginType: 'SMART_LOGIN', firstFactors: ['TOKENPUSH'] }],
    [
      'begins at an identity provider',
      { ...oneFactor, loginType: 'IDP_LOGIN', firstFactors: ['IDP'] },
    ],
    [
      'begins with a certificate',
      { ...oneFactor, loginType: 'USER_CERTIFICATE_LOGIN', firstFactors: ['USER_CERTIFICATE'] },
    ],
    ...systemFlows.map((system): [string, Flow] => [`is the system flow ${system.name}`, system]),
  ])('is valid if it %s', (_, valid) => {
    expect(flowFaults(valid)).toEqual([])
  })

  const badFirst: FlowFault = { field: 'firstFactors', message: 'flow_first' }
  const badSecond: FlowFault = { field: 'secondFactors', message: 'flow_second' }
  const badSkip: FlowFault = { field: 'skipSecondFactor', message: 'flow_skip' }

  it.each<[string, Flow, readonly FlowFault[]]>([
    ['no first factor', { ...oneFactor, firstFactors: [] }, [badFirst]],
    [
      'the same first factor twice',
      { ...oneFactor, firstFactors: ['PASSWORD', 'IDP', 'PASSWORD'] },
      [{ field: 'firstFactors', message: 'each_once' }],
    ],
    [
      'a first factor that its login type does not have',
      { ...oneFactor, loginType: 'PASSKEY_LOGIN', firstFactors: ['PASSKEY', 'PASSWORD'] },
      [badFirst],
    ],
    ['no second factor to ask for', { ...twoFactors, secondFactors: [] }, [badSecond]],
    ['no second factor but the first one', { ...twoFactors, firstFactors: ['TOKEN'] }, [badSecond]],
    [
      'no second factor after one of its first factors',
      { ...twoFactors, firstFactors: ['PASSKEY', 'PASSWORD', 'TOKEN'] },
      [badSecond],
    ],
    [
      'the same second factor twice',
      { ...twoFactors, secondFactors: ['TOKEN', 'GRID', 'TOKEN'] },
      [{ field: 'secondFactors', message: 'each_once' }],
    ],
    [
      'second factors that it never asks for',
      { ...oneFactor, secondFactors: ['TOKEN'] },
      [badSecond],
    ],
    [
      'a way to skip a second factor that it never asks for',
      { ...oneFactor, skipSecondFactor: 'KNOWN_DEVICE' },
      [badSkip],
    ],
    [
      'several faults, each of which is reported',
      { ...twoFactors, firstFactors: [], secondFactor: 'NONE' },
      [badFirst, badSecond, badSkip],
    ],
  ])('is invalid if it has %s', (_, invalid, faults) => {
    expect(flowFaults(invalid)).toEqual(faults)
  })

  it('takes its own second factors, or any where two are required and it names none', () => {
    expect(secondsOf(twoFactors)).toEqual(['TOKEN'])
    expect(secondsOf(oneFactor)).toEqual([...standardFlow.secondFactors, 'PASSWORD'])
  })
})

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
  it('never asks for less than it did', { meta: { covers: ['S3'] } }, () => {
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

  const differently = { loginType: 'SMART_LOGIN', firstFactors: ['TOKENPUSH'] } as const
  it.each<[string, Flow, Flow, Partial<Flow>]>([
    [
      'takes the first factors that both have, preferred as in the other',
      { ...oneFactor, firstFactors: ['PASSWORD', 'TOKEN', 'TOKENPUSH'] },
      { ...oneFactor, firstFactors: ['TOKENPUSH', 'IDP', 'PASSWORD'] },
      { firstFactors: ['TOKENPUSH', 'PASSWORD'] },
    ],
    [
      'takes the login type of the other with its first factor',
      { ...oneFactor, firstFactors: ['PASSWORD', 'TOKENPUSH'] },
      { ...oneFactor, ...differently },
      differently,
    ],
    [
      'keeps its first factors and login type where the other has none of them',
      oneFactor,
      { ...twoFactors, ...differently },
      twoFactors,
    ],
    [
      'keeps its second factor and what skips it where the other has none',
      twoFactors,
      oneFactor,
      twoFactors,
    ],
    [
      'keeps its second factors, and takes the stricter rule of each',
      { ...twoFactors, secondFactor: 'WHEN_HELD', skipSecondFactor: 'KNOWN_DEVICE' },
      { ...twoFactors, secondFactors: ['GRID'] },
      twoFactors,
    ],
    [
      'keeps its stricter rules',
      { ...twoFactors, skipSecondFactor: 'NEVER' },
      { ...twoFactors, secondFactor: 'WHEN_HELD', skipSecondFactor: 'KNOWN_DEVICE' },
      { secondFactor: 'ALWAYS', skipSecondFactor: 'NEVER' },
    ],
    [
      'stays as it is where the other denies',
      oneFactor,
      { ...twoFactors, outcome: 'DENY' },
      oneFactor,
    ],
    [
      'stays as it is where nothing would be left to prove second',
      { ...oneFactor, firstFactors: ['TOKEN'] },
      twoFactors,
      { ...oneFactor, firstFactors: ['TOKEN'] },
    ],
  ])('%s', (_, usual, wanted, narrowed) => {
    expect(tightened(usual, wanted)).toEqual({ ...usual, ...narrowed })
  })
})
