import type { Clock } from '../src/platform/clock.ts'

/** The system's clock, moved forward by hand. */
export interface TestClock extends Clock {
  advance(millis: number): void
}

export const createTestClock = (): TestClock => {
  let offset = 0
  return {
    now: () => new Date(Date.now() + offset),
    advance: (millis) => {
      offset += millis
    },
  }
}
