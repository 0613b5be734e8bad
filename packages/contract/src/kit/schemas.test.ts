import { describe, expect, it } from 'vitest'
import { GivenInstant, Instant } from './schemas.ts'

describe('an instant', () => {
  it.each([
    ['2026-11-29T10:00:00+01:00', '2026-11-29T09:00:00.000Z'],
    ['2026-11-29T10:00:00.5-05:30', '2026-11-29T15:30:00.500Z'],
    ['2026-11-29T00:30:00+01:00', '2026-11-28T23:30:00.000Z'],
    ['2026-11-29T10:00:00Z', '2026-11-29T10:00:00Z'],
  ])('%s is read as %s', (given, read) => {
    expect(GivenInstant.parse(given)).toBe(read)
    expect(Instant.parse(given)).toBe(read)
  })

  it.each([
    ['without a zone', '2026-11-29T10:00:00'],
    ['with an offset that no zone has', '2026-11-29T10:00:00+25:00'],
    ['of a day that does not exist', '2026-02-30T10:00:00+01:00'],
    ['of the year 10000 in UTC', '9999-12-31T23:59:59-01:00'],
    ['before the year 0 in UTC', '0000-01-01T00:00:00+01:00'],
    ['with words', 'tomorrow'],
  ])('%s is rejected', (_what, given) => {
    expect(GivenInstant.safeParse(given).success).toBe(false)
    expect(Instant.safeParse(given).success).toBe(false)
  })
})
