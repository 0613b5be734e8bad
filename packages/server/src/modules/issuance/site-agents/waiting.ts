import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '../../../platform/platform.ts'

const stops = new WeakMap<Platform['database'], AbortController>()

const stopOf = ({ database }: Platform): AbortController => {
  const stop = stops.get(database) ?? new AbortController()
  stops.set(database, stop)
  return stop
}

/** Sends home who waits for cards: the service stops. */
export const endCardWaiting = (platform: Platform): void => stopOf(platform).abort()

interface Patience {
  readonly millis: number
  /** Between two looks. */
  readonly pauseMillis: (waitedMillis: number) => number
}

/** Looks until there is something, or the time is over: null. */
export const lookUntil = async <T>(
  platform: Platform,
  { millis, pauseMillis }: Patience,
  look: () => Promise<T | null>,
): Promise<T | null> => {
  const { signal } = stopOf(platform)
  const since = performance.now()
  while (!signal.aborted) {
    const found = await look()
    const waited = performance.now() - since
    if (found !== null || waited >= millis) return found
    const pause = Math.min(pauseMillis(waited), millis - waited)
    await sleep(pause, undefined, { signal }).catch(() => undefined)
  }
  return null
}
