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
    const between = process.threadCpuUsage()
    referenceWork()
    leastReference = Math.min(leastReference, millisSince(between))
  }
  return (least * quietMillis) / Math.max(leastReference, quietMillis)
}

/** CPU milliseconds of a piece of work; of the cheaper of two runs where the first takes longer. */
export const cpuMillisUpTo = async (limit: number, work: () => unknown): Promise<number> => {
  const measured = async (): Promise<number> => {
    const before = process.threadCpuUsage()
    await work()
    return millisSince(before)
  }
  const first = await measured()
  return first <= limit ? first : Math.min(first, await measured())
}
