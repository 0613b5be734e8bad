import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'

/** A piece of work: when it began and ended (`performance.now()`), and what it cost this thread. */
export interface Measured {
  readonly from: number
  readonly to: number
  readonly cpuMillis: number
}

const isMajor = (entry: PerformanceEntry): boolean =>
  Object(entry).detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR

/**
 * Watches the collections of the whole heap until the returned function is called. They walk what all
 * tests of this worker keep, so they are no cost of the work in which they happen to begin: what is
 * given back tells the least CPU milliseconds that the work can have taken without them. The engine
 * knows of a collection only how long it took by the clock.
 */
export const watchCollections = (): (() => Promise<(work: Measured) => number>) => {
  const seen: PerformanceEntry[] = []
  const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()))
  observer.observe({ entryTypes: ['gc'] })
  return async () => {
    // They are handed out in a turn of their own.
    await new Promise((resolve) => setTimeout(resolve, 1))
    seen.push(...observer.takeRecords())
    observer.disconnect()
    const major = seen.filter(isMajor)
    return ({ from, to, cpuMillis }) => {
      const within = major.filter(({ startTime }) => startTime >= from && startTime <= to)
      const millis = within.reduce((total, { duration }) => total + duration, 0)
      return Math.max(0, cpuMillis - millis)
    }
  }
}
