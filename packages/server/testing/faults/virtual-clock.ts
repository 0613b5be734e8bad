import type { Clock } from '../../src/platform/clock.ts'

/** A clock that no real time moves. */
export interface VirtualClock extends Clock {
  /** Milliseconds since it began. */
  elapsed(): number
  advance(millis: number): void
}

export const createVirtualClock = (begin: Date): VirtualClock => {
  let elapsed = 0
  return {
    now: () => new Date(begin.getTime() + elapsed),
    elapsed: () => elapsed,
    advance: (millis) => {
      elapsed += millis
    },
  }
}
