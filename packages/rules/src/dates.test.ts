import { describe, expect, test } from 'vitest'
import { addRelativeDate, formatRelativeDate, parseRelativeDate } from './dates.ts'

const add = (from: string, text: string): string | undefined => {
  const relative = parseRelativeDate(text)
  if (relative === null) throw new Error(`${text} is no relative date`)
  return addRelativeDate(new Date(from), relative)?.toISOString()
}

describe('relative dates', () => {
  test.each([
    ['2024-01-31T10:00:00.000Z', '+1M', '2024-02-29T10:00:00.000Z'],
    ['2023-01-31T10:00:00.000Z', '+1M', '2023-02-28T10:00:00.000Z'],
    ['2024-03-31T10:00:00.000Z', '-1M', '2024-02-29T10:00:00.000Z'],
    ['2024-02-29T10:00:00.000Z', '+1Y', '2025-02-28T10:00:00.000Z'],
    ['2024-02-28T10:00:00.000Z', '+2D', '2024-03-01T10:00:00.000Z'],
    ['2024-03-01T10:00:00.000Z', '-1w', '2024-02-23T10:00:00.000Z'],
    ['2024-03-01T10:00:00.000Z', '-30m', '2024-03-01T09:30:00.000Z'],
    ['2024-03-01T10:00:00.000Z', '+36h', '2024-03-02T22:00:00.000Z'],
    ['2024-03-01T10:00:00.000Z', '+5s', '2024-03-01T10:00:05.000Z'],
    ['2024-03-01T10:00:00.000Z', '+0D', '2024-03-01T10:00:00.000Z'],
  ])('%s %s is %s', (from, text, result) => {
    expect(add(from, text)).toBe(result)
  })

  test('end where dates end', () => {
    expect(add('2024-01-01T00:00:00.000Z', '+999999Y')).toBeUndefined()
  })

  test.each([
    ['+1D', '+1D'],
    ['-030m', '-30m'],
    ['+000M', '+0M'],
    ['-0w', '+0w'],
    ['+999999Y', '+999999Y'],
  ])('%s is shown as %s', (typed, shown) => {
    const relative = parseRelativeDate(typed)
    expect(relative === null ? null : formatRelativeDate(relative)).toBe(shown)
  })

  test('of seven digits are refused', () => {
    expect(parseRelativeDate('+1000000s')).toBeNull()
  })
})
