import { describe, expect, it } from 'vitest'
import { standardFlow } from '../flows.ts'
import { type FlowPerson, outcomeByFlow } from './flow-effects.ts'

const person: FlowPerson = {
  administrator: false,
  held: [],
  proven: ['PASSWORD'],
  deviceKnown: false,
  deviceVerified: false,
}
const holder: FlowPerson = { ...person, held: ['TOKEN'], proven: ['PASSWORD', 'TOKEN'] }
const remembered: FlowPerson = { ...holder, proven: ['PASSWORD'], deviceVerified: true }
const always = { ...standardFlow, secondFactor: 'ALWAYS' } as const
const strict = { ...always, secondFactors: ['GRID'], skipSecondFactor: 'NEVER' } as const
const one = {
  ...standardFlow,
  secondFactor: 'NONE',
  secondFactors: [],
  skipSecondFactor: 'NEVER',
} as const
const passkeys = { ...standardFlow, firstFactors: ['PASSKEY'] } as const

describe('a flow and somebody who signed in', () => {
  it.each([
    ['lets in by a password who holds nothing more', standardFlow, person, 'ALLOW'],
    ['asks a holder for the second factor', standardFlow, holder, 'STEP_UP'],
    ['spares a remembered browser', standardFlow, remembered, 'ALLOW'],
    [
      'that never skips asks it, too',
      { ...always, skipSecondFactor: 'NEVER' },
      remembered,
      'STEP_UP',
    ],
    ['that wants two of everybody has one enrolled', always, person, 'STEP_UP'],
    ['that wants a card refuses who has none', strict, holder, 'DENY'],
    ['that begins otherwise refuses who cannot', passkeys, person, 'DENY'],
    ['that begins otherwise asks who can', passkeys, { ...person, held: ['FIDO'] }, 'STEP_UP'],
    [
      'takes another service’s word for a password',
      standardFlow,
      { ...person, proven: ['PASSTHROUGH'] },
      'ALLOW',
    ],
    ['lets in by a passkey alone', always, { ...person, proven: ['PASSKEY'] }, 'ALLOW'],
    [
      'asks whom another service sent: the record does not tell what it vouched for',
      always,
      { ...person, held: ['TOKEN'], proven: ['IDP'] },
      'STEP_UP',
    ],
    ['asks administrators for two', standardFlow, { ...person, administrator: true }, 'STEP_UP'],
    ['of one factor asks nobody else for two', one, holder, 'ALLOW'],
    ['of one factor asks administrators', one, { ...person, administrator: true }, 'STEP_UP'],
    ['that denies lets in nobody', { ...standardFlow, outcome: 'DENY' }, holder, 'DENY'],
  ] as const)('%s', (_name, flow, who, outcome) => {
    expect(outcomeByFlow(flow, who, 'ALLOW')).toBe(outcome)
  })

  it('at a raised risk asks whoever it would spare, and enrols nobody', () => {
    expect(outcomeByFlow(standardFlow, remembered, 'STEP_UP')).toBe('STEP_UP')
    expect(outcomeByFlow(strict, person, 'STEP_UP')).toBe('DENY')
    expect(outcomeByFlow(one, person, 'STEP_UP')).toBe('STEP_UP')
    expect(outcomeByFlow(standardFlow, holder, 'DENY')).toBe('DENY')
  })
})
