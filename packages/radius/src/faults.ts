import type { readRadiusConfiguration } from '@signet/contract/access/radius-sign-in'
import type { z } from 'zod'

/** A request that the service never sees: what was wrong with it, and how often. */
export type Fault = NonNullable<z.input<typeof readRadiusConfiguration.body>['faults']>[number]

export interface Faults {
  note(fault: Omit<Fault, 'count'>): void
  /** What was noted since the last time. */
  take(): readonly Fault[]
}

/** As many as the service takes at a time; further ones wait for the next time they come. */
const mostFaults = 50

/** Faults by all they say. Senders choose most of it, so their number is bounded. */
export const createFaults = (): Faults => {
  let known = new Map<string, Fault>()
  return {
    note(fault) {
      const key = JSON.stringify(fault)
      const same = known.get(key)
      if (same !== undefined) known.set(key, { ...same, count: same.count + 1 })
      else if (known.size < mostFaults) known.set(key, { ...fault, count: 1 })
    },
    take() {
      const faults = [...known.values()]
      known = new Map()
      return faults
    },
  }
}
