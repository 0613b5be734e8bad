import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../kit/context.ts'

const kept = 16
const firstGuessMillis = 250

/**
 * How long the calls of a tenant took lately, by node. Who is told no without a call waits as long:
 * the time must not tell whether they were known.
 */
export const createPace = () => {
  const durations = new WeakMap<object, Map<string, number[]>>()
  const durationsOf = ({ platform, tenant }: Context): number[] => {
    const tenants = durations.get(platform) ?? new Map<string, number[]>()
    durations.set(platform, tenants)
    const known = tenants.get(tenant.id) ?? []
    tenants.set(tenant.id, known)
    return known
  }
  return {
    /** Does the work of a call, and keeps how long it took. */
    async timed<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
      const started = performance.now()
      const done = await work()
      const known = durationsOf(ctx)
      known.push(Math.round(performance.now() - started))
      if (known.length > kept) known.shift()
      return done
    },
    /** Waits as long as one of the calls took. */
    pretend(ctx: Context): Promise<void> {
      const known = durationsOf(ctx)
      return sleep(known.length === 0 ? firstGuessMillis : (known[randomInt(known.length)] ?? 0))
    },
  } as const
}
