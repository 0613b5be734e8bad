import { quantile } from '../load/percentiles.ts'

/** Whether two groups of times can be told apart. */
export interface Comparison {
  readonly medianKnown: number
  readonly medianUnknown: number
  /**
   * The chance that an unknown user's answer takes longer than a known one's (Mann and Whitney's
   * U / nm): 0.5 tells nothing.
   */
  readonly chance: number
  /** In standard deviations from 0.5, as if the groups were alike. */
  readonly deviation: number
  readonly verdict: 'alike' | 'measurable' | 'apparent'
}

/** How often a value of `longer` exceeds one of `shorter`; ties count half. Both ascending. */
const chanceOf = (shorter: readonly number[], longer: readonly number[]): number => {
  let below = 0
  let equal = 0
  let wins = 0
  for (const value of longer) {
    while ((shorter[below] ?? Number.POSITIVE_INFINITY) < value) below += 1
    equal = Math.max(equal, below)
    while ((shorter[equal] ?? Number.POSITIVE_INFINITY) <= value) equal += 1
    wins += below + (equal - below) / 2
  }
  return wins / (shorter.length * longer.length)
}

/** Two sides of 99 % of a normal distribution. */
const notable = 2.576
/** One answer alone is right in 55 of 100 guesses. */
const plain = 0.05

const verdictOf = (chance: number, deviation: number): Comparison['verdict'] => {
  if (Math.abs(chance - 0.5) > plain) return 'apparent'
  return Math.abs(deviation) > notable ? 'measurable' : 'alike'
}

export const compare = (known: readonly number[], unknown: readonly number[]): Comparison => {
  const [a, b] = [known, unknown].map((times) => times.toSorted((x, y) => x - y))
  const shorter = a ?? []
  const longer = b ?? []
  const chance = chanceOf(shorter, longer)
  const spread = Math.sqrt(
    (shorter.length + longer.length + 1) / (12 * shorter.length * longer.length),
  )
  const deviation = (chance - 0.5) / spread
  return {
    medianKnown: quantile(shorter, 0.5),
    medianUnknown: quantile(longer, 0.5),
    chance,
    deviation,
    verdict: verdictOf(chance, deviation),
  }
}
