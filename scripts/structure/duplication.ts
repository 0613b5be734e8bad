import { type Finding, isProduction, type Rule, type SourceFile } from './source-file.ts'

/** A run of this many equal lines is a duplicate. */
const runLength = 8
const budget = 0.03
const shown = 8

interface Line {
  readonly text: string
  readonly number: number
}

/**
 * The lines that say something, without layout: blank lines, comments and imports repeat by
 * nature, and so do lines of nothing but brackets.
 */
const meaningful = (file: SourceFile): Line[] => {
  const withoutImports = file.text.replaceAll(
    /^(?:import|export)\s[^;'"]*?\sfrom\s+['"][^'"]+['"]/gm,
    (statement) => '\n'.repeat(statement.split('\n').length - 1),
  )
  return withoutImports
    .split('\n')
    .map((text, index) => ({ text: text.trim().replaceAll(/\s+/g, ' '), number: index + 1 }))
    .filter(({ text }) => /\w/.test(text) && !/^(?:\/\/|\/\*|\*|import )/.test(text))
}

interface Place {
  readonly path: string
  readonly from: number
  readonly index: number
}

interface Measured {
  readonly total: number
  readonly repeated: number
  /** The first line of each repeated run with the first place where it stands. */
  readonly runs: readonly (readonly [Place, Place])[]
}

const measure = (files: readonly SourceFile[]): Measured => {
  const first = new Map<string, Place>()
  const repeated = new Map<string, Set<number>>()
  const runs: (readonly [Place, Place])[] = []
  const mark = ({ path, index }: Place): void => {
    const lines = repeated.get(path) ?? new Set<number>()
    for (let line = index; line < index + runLength; line++) lines.add(line)
    repeated.set(path, lines)
  }
  let total = 0
  for (const file of files) {
    const lines = meaningful(file)
    total += lines.length
    for (let index = 0; index + runLength <= lines.length; index++) {
      const run = lines.slice(index, index + runLength)
      const key = run.map(({ text }) => text).join('\n')
      const place = { path: file.path, from: run[0]?.number ?? 0, index }
      const earlier = first.get(key)
      if (earlier === undefined) first.set(key, place)
      else {
        if (repeated.get(file.path)?.has(index) !== true) runs.push([earlier, place])
        mark(earlier)
        mark(place)
      }
    }
  }
  const count = [...repeated.values()].reduce((sum, lines) => sum + lines.size, 0)
  return { total, repeated: count, runs }
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

/** At most 3 % of the production lines stand in a run that occurs twice or more. */
export const duplicationBudget: Rule = (files): Finding[] => {
  const { total, repeated, runs } = measure(files.filter(isProduction))
  const share = total === 0 ? 0 : repeated / total
  if (share <= budget) return []
  return [
    {
      path: '.',
      message: `${percent(share)} of the lines are duplicates; ${percent(budget)} is the budget`,
    },
    ...runs.slice(0, shown).map(([earlier, { path, from }]) => ({
      path,
      message: `line ${from} on repeats ${earlier.path} from line ${earlier.from} on`,
    })),
  ]
}
