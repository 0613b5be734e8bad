import type { FileTiming } from './result.ts'

/** What a suite or a whole run took. CPU time counts every process it started; null off Linux. */
export interface Spent {
  readonly seconds: number
  readonly cpuSeconds: number | null
}

/** The whole of `npm test` on 2 cores, without installing, at pace 1: decision 0002. */
export const budget = { seconds: 15 * 60, cpuSeconds: 1700 } as const

const shown = (seconds: number): string => `${seconds.toFixed(1)} s`

export const describeSpent = ({ seconds, cpuSeconds }: Spent): string =>
  cpuSeconds === null ? shown(seconds) : `${shown(seconds)}, CPU ${shown(cpuSeconds)}`

/** The files that took longest, with the CPU time of their own worker. */
export const slowestFiles = (timings: readonly FileTiming[], count = 20): string[] =>
  timings
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(
      ({ file, seconds, cpuSeconds }) =>
        `${shown(seconds).padStart(8)}  CPU ${shown(cpuSeconds).padStart(7)}  ${file}`,
    )

/** What a sweep takes for each endpoint: what one more endpoint will cost. */
export const sweepCosts = (timings: readonly FileTiming[]): string[] =>
  timings
    .filter(({ endpoints }) => endpoints > 0)
    .toSorted((one, other) => other.seconds - one.seconds)
    .map(({ file, seconds, cpuSeconds, endpoints }) => {
      const [each, cpuEach] = [seconds / endpoints, cpuSeconds / endpoints]
      return `${each.toFixed(3).padStart(8)} s  CPU ${cpuEach.toFixed(3)} s  of ${endpoints}: ${file}`
    })

export interface Circumstances {
  readonly cores: number
  /** How many times longer work took than on the machine that the budget is set for. */
  readonly pace: number
}

/**
 * What is over the budget. A slower machine has more time; a faster one has no less. Wall time depends
 * on what else the machine does, so it fails a run only where the run had the cores for itself.
 */
export const overBudget = (spent: Spent, { cores, pace }: Circumstances): string | undefined => {
  const { seconds, cpuSeconds } = spent
  const slower = Math.max(pace, 1)
  const [mostSeconds, mostCpu] = [budget.seconds * slower, budget.cpuSeconds * slower]
  if (cpuSeconds !== null && cpuSeconds > mostCpu)
    return `The run used ${shown(cpuSeconds)} of CPU time; its budget is ${shown(mostCpu)} here.`
  const isAlone = cpuSeconds !== null && cpuSeconds > 0.8 * seconds * Math.min(cores, 2)
  return isAlone && seconds > mostSeconds
    ? `The run took ${shown(seconds)}; its budget is ${shown(mostSeconds)} here.`
    : undefined
}
