import type { Platform } from '../../../platform/platform.ts'
import type { Lane } from './lanes.repository.ts'

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]

/** Between attempts of one delivery: 5 s, 20 s, 80 s … and no more than 4 h. */
const [firstPause, longestPause] = [5 * second, 4 * hour]
/** Between looks at a receiver that does not answer: 2 s, 4 s, 8 s … and no more than 10 min. */
const longestRest = 10 * minute

/** A delivery is tried this long. */
export const triedMillis = 3 * day
/** A webhook that nothing gets through to is switched off after this time. */
const patienceMillis = 5 * day

/** Answers later than this narrow the way to the receiver. */
export const slowMillis = 1000

/** Between 80 and 120 percent, so that what failed together does not come again together. */
const jittered = ({ ids }: Pick<Platform, 'ids'>, millis: number): number =>
  Math.round(millis * (0.8 + (0.4 * ids.random(2).readUInt16BE()) / 65_535))

/** When a delivery is tried again that has failed so many times. */
export const nextAttempt = (platform: Pick<Platform, 'ids' | 'clock'>, attempts: number): Date => {
  const pause = Math.min(firstPause * 4 ** Math.max(0, attempts - 1), longestPause)
  return new Date(platform.clock.now().getTime() + jittered(platform, pause))
}

/** How a receiver has been doing. */
export interface Health {
  readonly slow: boolean
  /** Failures since the last success. */
  readonly failures: number
  readonly failingSince: Date | null
  readonly lastSuccessAt: Date | null
}

export const healthOf = (lane: Lane): Health => ({
  slow: lane.slow,
  failures: lane.failures,
  failingSince: lane.failing_since,
  lastSuccessAt: lane.last_success_at,
})

export const afterSuccess = (now: Date, durationMillis: number): Health => ({
  slow: durationMillis > slowMillis,
  failures: 0,
  failingSince: null,
  lastSuccessAt: now,
})

export const afterFailure = (health: Health, now: Date): Health => ({
  ...health,
  slow: true,
  failures: health.failures + 1,
  failingSince: health.failingSince ?? now,
})

/** Until when a receiver is left alone after a turn in which nothing got through. */
export const restUntil = (platform: Pick<Platform, 'ids' | 'clock'>, failures: number): Date => {
  const rest = Math.min(second * 2 ** Math.min(failures, 20), longestRest)
  return new Date(platform.clock.now().getTime() + jittered(platform, rest))
}

export const isHopeless = ({ failingSince }: Health, now: Date): boolean =>
  failingSince !== null && now.getTime() - failingSince.getTime() > patienceMillis
