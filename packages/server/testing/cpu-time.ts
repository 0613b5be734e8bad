import { watchCollections } from './collections.ts'

/* What a piece of work costs this thread, however busy the machine is. */

/** CPU milliseconds of this thread since `process.threadCpuUsage()` was read. */
export const millisSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** A fixed piece of work: text is taken apart, kept in maps, put together again. */
const referenceWork = (): number => {
  const rows = new Map<string, { readonly names: readonly string[] }>()
  for (let at = 0; at < 40_000; at += 1) {
    rows.set(`row ${(at * 7919) % 40_009}`, { names: `a${at} b${at % 7} c`.split(' ') })
  }
  return JSON.stringify([...rows]).length
}

/** CPU milliseconds of the reference work where the limits of the tests were set. */
const quietMillis = 28

const runs = 5

const referenceMillis = (): number => {
  const before = process.threadCpuUsage()
  referenceWork()
  return millisSince(before)
}

const slownessBy = (leastReference: number): number =>
  Math.max(leastReference, quietMillis) / quietMillis

/** How many times as long as where the limits were set work takes here now; at least 1. */
export const slowness = (): number =>
  slownessBy(Math.min(...Array.from({ length: runs }, referenceMillis)))

/**
 * CPU milliseconds of the cheapest of five runs: compilation and collection are the engine's. Who
 * shares the caches of the machine makes work take longer, the reference work beside it too: they are
 * those of the machine for which the limits are set, while nothing else runs there.
 */
export const cpuMillis = async (work: () => unknown): Promise<number> => {
  let [least, leastReference] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let run = 0; run < runs; run += 1) {
    const before = process.threadCpuUsage()
    await work()
    least = Math.min(least, millisSince(before))
    leastReference = Math.min(leastReference, referenceMillis())
  }
  return least / slownessBy(leastReference)
}

/** CPU milliseconds of a piece of work, without collections of the whole heap. */
const measured = async (work: () => unknown): Promise<number> => {
  const collected = watchCollections()
  const from = performance.now()
  const before = process.threadCpuUsage()
  await work()
  const spent = { cpuMillis: millisSince(before), to: performance.now() }
  const costOf = await collected()
  return costOf({ from, ...spent })
}

/** CPU milliseconds of a piece of work; of the cheaper of two runs where the first takes longer. */
export const cpuMillisUpTo = async (limit: number, work: () => unknown): Promise<number> => {
  const first = await measured(work)
  return first <= limit ? first : Math.min(first, await measured(work))
}
