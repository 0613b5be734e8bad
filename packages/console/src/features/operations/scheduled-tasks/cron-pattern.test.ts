import { describe, expect, it } from 'vitest'
import { cronOf, patternOf } from './cron-pattern.ts'

describe('a schedule in words', () => {
  it.each([
    ['0 7 * * *', { kind: 'DAILY', time: '07:00' }],
    ['5 18 * * 1-5', { kind: 'WEEKLY', time: '18:05', weekdays: [1, 2, 3, 4, 5] }],
    ['30 2 * * 7', { kind: 'WEEKLY', time: '02:30', weekdays: [0] }],
    ['0 0 * * 4,1', { kind: 'WEEKLY', time: '00:00', weekdays: [1, 4] }],
    ['0 7 28 * *', { kind: 'MONTHLY', time: '07:00', day: '28' }],
    ['0 7 L * *', { kind: 'MONTHLY', time: '07:00', day: 'L' }],
  ])('is found for %s', (cron, pattern) => {
    expect(patternOf(cron)).toEqual(pattern)
  })

  it.each([
    ['a month', '0 7 1 1 *'],
    ['hours', '0 */2 * * *'],
    ['days of month and week', '0 7 1 * 1'],
    ['days that not every month has', '0 7 31 * *'],
    ['no time of day', '0 24 * * *'],
    ['a range that runs backwards', '0 7 * * 5-1'],
    ['no expression', 'tomorrow'],
  ])('is not found for one with %s', (_, cron) => {
    expect(patternOf(cron)).toEqual({ kind: 'CUSTOM' })
  })

  it.each(['0 7 * * *', '5 18 * * 1,3', '59 23 * * 0,6', '0 7 15 * *', '30 0 L * *'])(
    'becomes the same expression again: %s',
    (cron) => {
      const pattern = patternOf(cron)
      expect(pattern.kind === 'CUSTOM' ? pattern : cronOf(pattern)).toBe(cron)
    },
  )
})
