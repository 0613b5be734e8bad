import { availableParallelism } from 'node:os'
import { runScript } from './program.ts'

/**
 * CPU milliseconds of `reference-work.ts`, run twice at once, on the machine with two cores that the
 * budget is set for while nothing else ran there.
 */
export const referenceMillis = 925

const once = async (): Promise<number> => {
  const { code, output } = await runScript('scripts/test/reference-work.ts', [], {
    limitSeconds: 120,
  })
  const millis = Number(output)
  if (code !== 0 || !(millis > 0)) throw new Error(`The reference work failed.\n${output}`)
  return millis
}

/**
 * How many times longer a fixed piece of work takes now than on the machine that the budget is set
 * for. CPU time is no constant of a piece of work: who shares the caches and the cores of a machine
 * makes it longer.
 */
export const measurePace = async (): Promise<number> => {
  const workers = Math.min(availableParallelism(), 2)
  const millis = await Promise.all(Array.from({ length: workers }, once))
  return millis.reduce((sum, each) => sum + each, 0) / workers / referenceMillis
}
