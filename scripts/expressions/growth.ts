import { checkSync } from 'recheck'

/** Limits count characters and states, not time: a verdict is the same on every machine. */
const limits = {
  /** Catches hangs; what takes so long is to be written simpler. */
  timeout: 60_000,
  attackTimeout: null,
  incubationTimeout: null,
  attackLimit: 2_000_000,
  maxAttackStringSize: 20_000,
  maxRepeatCount: 150,
  maxNFASize: 4000,
  maxInitialGenerationSize: 100,
  maxGenerationSize: 30,
  maxIteration: 3,
  crossoverSize: 10,
  mutationSize: 20,
} as const

const range = /(?<!\\[pPu])\{(\d{1,5}),(\d{0,5})\}/g
const widest = 30

/**
 * A wide range as a repetition without an end: what is linear without the bound is linear with it,
 * and takes far fewer states to judge.
 */
const withoutWideRanges = (source: string): string =>
  source.replaceAll(range, (all, least: string, most: string) =>
    most === '' || Number(most) - Number(least) > widest ? '*' : all,
  )

/**
 * Whether it is seen without analysis that the work is linear: nothing is repeated, or one character
 * is, in an expression that begins at the beginning of the text alone.
 */
const isPlainlyLinear = (source: string, flags: string): boolean => {
  const bare = source.replaceAll(/\\[pPu]\{/g, '')
  const repetitions = bare.match(/.[*+{]/gs) ?? []
  if (repetitions.length === 0) return true
  const isAnchored = bare.startsWith('^') && !flags.includes('m') && !bare.includes('|')
  return isAnchored && repetitions.length === 1 && !/[)\\[*+{]/.test(repetitions[0].charAt(0))
}

/** The checker takes `^` for the beginning of the text; with the flag `m` it is that of each line. */
const fromEachLine = (source: string, flags: string): string =>
  flags.includes('m') ? source.replaceAll(/(?<![\\[])\^/g, '') : source

/**
 * How the work of an expression grows faster than the text it meets, with a text that shows it; null
 * where it does not.
 */
export const fastGrowth = (source: string, flags: string): string | null => {
  if (isPlainlyLinear(source, flags)) return null
  // In this thread: the other backends are programs of one platform.
  process.env['RECHECK_SYNC_BACKEND'] = 'pure'
  const found = checkSync(withoutWideRanges(fromEachLine(source, flags)), flags, limits)
  if (found.status === 'safe') return null
  if (found.status === 'unknown') return `cannot be judged (${found.error.kind})`
  const attack = found.attack.pattern.slice(0, 120)
  return `grows faster than its text (${found.complexity.summary}), as on ${attack}`
}
