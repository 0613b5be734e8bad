import { killAtStep, type OneKill } from './faults.ts'

/**
 * Multiplies the number of seeds in a run of everything: one that was asked for, not one that takes
 * everything for want of a record.
 */
const fullFactor = 5

const isEverythingAsked = (): boolean => process.env['TEST_SCOPE'] === 'all'

const givenSeed = (): string | undefined => process.env['FAULT_SEED']

export const isReplayed = (): boolean => givenSeed() !== undefined

/**
 * Seed 0, which has no faults, comes first, also before a replay: it loads the modules, which is no
 * step and may take any time.
 */
const seedsOf = (usual: number): readonly number[] => {
  const given = givenSeed()
  if (given !== undefined) return [0, Number(given)]
  const last = isEverythingAsked() ? usual * fullFactor : usual
  return Array.from({ length: last + 1 }, (_, seed) => seed)
}

const replayable = async (seed: number, work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    throw new Error(`FAULT_SEED=${seed} replays this failure`, { cause: error })
  }
}

/** Runs the seeds 0 to `usual`. @throws the first failure, with the seed that replays it */
export const expectForSeeds = async (
  usual: number,
  run: (seed: number) => Promise<unknown>,
): Promise<void> => {
  for (const seed of seedsOf(usual)) await replayable(seed, () => run(seed))
}

/** Runs once for each step, which kills the process. @throws the first failure, as above */
export const expectForEveryKill = async (
  run: (plan: OneKill, seed: number) => Promise<unknown>,
): Promise<void> => {
  for (let step = Number(givenSeed() ?? 1); ; step += 1) {
    const plan = killAtStep(step)
    await replayable(step, () => run(plan, step))
    if (isReplayed() || !plan.hasStruck()) return
  }
}
