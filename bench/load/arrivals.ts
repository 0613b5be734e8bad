import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** What became of operations that begin whether or not earlier ones have ended. */
export interface Arrivals {
  readonly done: number
  /** By the status they were refused with; 0 for another failure. */
  readonly refused: ReadonlyMap<number, number>
  readonly seconds: number
}

interface Wanted {
  readonly perSecond: number
  readonly seconds: number
  /** The status of a refusal; null when it was done. */
  readonly operation: () => Promise<number | null>
}

/** An open load: people do not wait for each other before they come. */
export const arrive = async ({ perSecond, seconds, operation }: Wanted): Promise<Arrivals> => {
  const refused = new Map<number, number>()
  const open = new Set<Promise<void>>()
  const began = performance.now()
  let done = 0
  let begun = 0
  const one = async (): Promise<void> => {
    const status = await operation()
    if (status === null) done += 1
    else refused.set(status, (refused.get(status) ?? 0) + 1)
  }
  while (performance.now() - began < seconds * 1000) {
    const due = Math.floor(((performance.now() - began) / 1000) * perSecond)
    for (; begun < due; begun += 1) {
      const running = one().finally(() => open.delete(running))
      open.add(running)
    }
    await sleep(5)
  }
  const outcome = { done, refused: new Map(refused), seconds: (performance.now() - began) / 1000 }
  await Promise.all(open)
  return outcome
}
