import { describe, expect, it } from 'vitest'
import { createTestClock } from '../../testing/test-clock.ts'
import { ApiError } from './errors.ts'
import { createLimits, type Limits } from './limits.ts'

const allowed = (limits: Limits, caller: string, tries: number): number => {
  let taken = 0
  for (let each = 0; each < tries; each += 1) {
    try {
      limits.take(caller, 'heavy')
      taken += 1
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
  return taken
}

describe('request limits', () => {
  it('let a burst through, then the rate of the class', () => {
    const clock = createTestClock()
    const limits = createLimits({ clock, scale: () => 1 })
    expect(allowed(limits, 'a', 50)).toBe(10)
    clock.advance(60_000)
    expect(allowed(limits, 'a', 50)).toBe(10)
    clock.advance(2000)
    expect(allowed(limits, 'a', 50)).toBe(1)
  })

  it('count each caller apart', () => {
    const limits = createLimits({ clock: createTestClock(), scale: () => 1 })
    expect(allowed(limits, 'a', 50)).toBe(10)
    expect(allowed(limits, 'b', 50)).toBe(10)
  })

  it('are shared between nodes, never below one', () => {
    expect(allowed(createLimits({ clock: createTestClock(), scale: () => 1 / 2 }), 'a', 50)).toBe(5)
    expect(allowed(createLimits({ clock: createTestClock(), scale: () => 1 / 90 }), 'a', 50)).toBe(
      1,
    )
  })

  it('tell when to come back', () => {
    const limits = createLimits({ clock: createTestClock(), scale: () => 1 })
    allowed(limits, 'a', 10)
    let thrown: unknown
    try {
      limits.take('a', 'heavy')
    } catch (error) {
      thrown = error
    }
    expect(thrown).toMatchObject({
      code: 'too_many_requests',
      details: {
        headers: {
          'X-Ratelimit-Limit': '10',
          'X-Ratelimit-Remaining': '0',
          'X-Ratelimit-Reset': '2',
          'Retry-After': '2',
        },
      },
    })
  })
})
