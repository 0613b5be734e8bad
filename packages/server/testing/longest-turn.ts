import { type Measured, watchCollections } from './collections.ts'

/** Shorter ones are not kept: no limit of a test is as low. */
const leastKept = 5

/**
 * CPU milliseconds of the longest turn that this thread took while the work was done: as long as
 * that, all others waited. Collections of the whole heap are left out.
 */
export const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  const turns: Measured[] = []
  let isOver = false
  const collected = watchCollections()
  let before = process.threadCpuUsage()
  let from = performance.now()
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(before)
    const cpuMillis = (user + system) / 1000
    const to = performance.now()
    if (cpuMillis > leastKept) turns.push({ from, to, cpuMillis })
    before = process.threadCpuUsage()
    from = to
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  try {
    await work()
  } finally {
    isOver = true
    look()
  }
  return Math.max(0, ...turns.map(await collected()))
}
