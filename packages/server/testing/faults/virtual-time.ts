import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import type { Scheduler } from './scheduler.ts'

const real = {
  pause: timers.setTimeout,
  now: performance.now.bind(performance),
  random: Math.random,
}

/**
 * For operations of the scheduler, waits (`node:timers/promises`), `performance.now` and
 * `Math.random` follow from the seed; all other code gets the real ones. Returns a function that
 * restores them.
 */
export const virtualTime = (scheduler: Scheduler, fraction: () => number): (() => void) => {
  const pause: typeof timers.setTimeout = async (millis, value, options) => {
    if (!scheduler.isAtWork) return await real.pause(millis, value, options)
    await scheduler.pause(millis ?? 0)
    return await scheduler.effect(() => real.pause(0, value))
  }
  Object.assign(timers, { setTimeout: pause })
  performance.now = () => (scheduler.isAtWork ? scheduler.elapsed() : real.now())
  Math.random = () => (scheduler.isAtWork ? fraction() : real.random())
  syncBuiltinESMExports()
  return () => {
    Object.assign(timers, { setTimeout: real.pause })
    performance.now = real.now
    Math.random = real.random
    syncBuiltinESMExports()
  }
}
