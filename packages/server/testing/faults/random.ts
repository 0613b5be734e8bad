/** Numbers that follow from a seed alone. */
export interface Random {
  /** Below 1. */
  fraction(): number
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number
  /** Whether something of this probability happens. */
  happens(probability: number): boolean
  /** @throws for an empty list */
  oneOf<T>(list: readonly T[]): T
}

/** Mulberry32: 32 bits of state are plenty for the few thousand choices of a run. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(fraction() * limit)
  return {
    fraction,
    below,
    happens: (probability) => fraction() < probability,
    oneOf: (list) => {
      const chosen = list[below(list.length)]
      if (chosen === undefined) throw new Error('nothing to choose from')
      return chosen
    },
  }
}
