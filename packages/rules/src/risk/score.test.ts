import { describe, expect, it } from 'vitest'
import { decidingRule, type RiskAction, scoreOf } from './score.ts'

const thresholds = { mediumFrom: 30, highFrom: 70 }

describe('a score', () => {
  it.each([
    ['no factor', [], 0, 'LOW'],
    ['nothing failed', [[10, false]], 0, 'LOW'],
    ['the only factor failed', [[1, true]], 100, 'HIGH'],
    [
      'less than medium',
      [
        [29, true],
        [71, false],
      ],
      29,
      'LOW',
    ],
    [
      'just medium',
      [
        [30, true],
        [70, false],
      ],
      30,
      'MEDIUM',
    ],
    [
      'just not high',
      [
        [69, true],
        [31, false],
      ],
      69,
      'MEDIUM',
    ],
    [
      'just high',
      [
        [70, true],
        [30, false],
      ],
      70,
      'HIGH',
    ],
    [
      'a third',
      [
        [1, true],
        [2, false],
      ],
      33,
      'MEDIUM',
    ],
  ] as const)('of %s', (_name, outcomes, percent, level) => {
    const given = outcomes.map(([points, failed]) => ({ points, failed }))
    expect(scoreOf(given, thresholds)).toMatchObject({ percent, level })
  })
})

describe('of several rules', () => {
  const rule = (action: RiskAction, strict = false) => ({ action, strict })
  it.each([
    ['none decides where there is none', [], null],
    ['one that lets in decides', [rule('DENY'), rule('ALLOW')], 1],
    ['one that asks for more decides over a denial', [rule('DENY'), rule('STEP_UP')], 1],
    ['one that lets in decides over one that asks', [rule('STEP_UP'), rule('ALLOW')], 1],
    ['a strict denial decides', [rule('ALLOW'), rule('DENY', true)], 1],
    ['strictness is for denials alone', [rule('STEP_UP', true), rule('ALLOW')], 1],
    ['the first denial decides where all deny', [rule('DENY'), rule('DENY')], 0],
  ] as const)('%s', (_name, verdicts, index) => {
    expect(decidingRule(verdicts)).toBe(index)
  })
})
