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
  /** Before these: what ends then is not counted, what is on its way goes on. */
  readonly warmSeconds: number
  /** The status of a refusal; null when it was done. */
  readonly operation: () => Promise<number | null>
}

/**
 * An open load: people do not wait for each other before they come. Counted is what ends while
 * they come, from a moment on at which others are on their way already, as at its end.
 */
export const arrive = async (wanted: Wanted): Promise<Arrivals> => {
  const { perSecond, seconds, warmSeconds, operation } = wanted
  const refused = new Map<number, number>()
  const open = new Set<Promise<void>>()
  const began = performance.now()
  const elapsed = (): number => (performance.now() - began) / 1000
  let done = 0
  let begun = 0
  const one = async (): Promise<void> => {
    const status = await operation()
    if (elapsed() < warmSeconds) return
    if (status === null) done += 1
    else refused.set(status, (refused.get(status) ?? 0) + 1)
  }
  while (elapsed() < warmSeconds + seconds) {
    const due = Math.floor(elapsed() * perSecond)
    for (; begun < due; begun += 1) {
      const running = one().finally(() => open.delete(running))
      open.add(running)
    }
    await sleep(5)
  }
  const outcome = { done, refused: new Map(refused), seconds: elapsed() - warmSeconds }
  await Promise.all(open)
  return outcome
}
