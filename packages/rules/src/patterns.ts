import { Budget, TooManySteps } from './patterns/budget.ts'
import { execute, type Run, type Slots } from './patterns/machine.ts'
import { parsePattern } from './patterns/parse.ts'
import { assemble, type Instruction } from './patterns/program.ts'

export type { Budget }

const maximumSource = 500
const maximumText = 4096
/** Of compiling: an ordinary source takes a few for each character. */
const compilingSteps = 20_000
/** Of matching or replacing: about as many as thirty milliseconds take. */
const matchingSteps = 1_000_000

/** Of all matching for one answer: about as many as a quarter of a second takes. */
const stepsOfAnAnswer = 8_000_000

/** What the matches of one answer share: many values by many patterns cost no more than this. */
export const matchingOfAnAnswer = (): Budget => new Budget(stepsOfAnAnswer)

/** Of all matching for one request: about as many as a tenth of a second takes. */
const stepsOfARequest = 1_600_000

/** What the matches of one request share, or those of one batch of rows. */
export const matchingOfARequest = (): Budget => new Budget(stepsOfARequest)

/** A regular expression that administrators wrote, safe to run on what anyone sends. */
export interface Pattern {
  readonly program: readonly Instruction[]
}

/**
 * Null for a source that is no regular expression (Unicode mode), is too large, or needs
 * back-references or look-around: those cannot be matched in linear time.
 */
export const compilePattern = (source: string): Pattern | null => {
  if (source.length > maximumSource) return null
  const budget = new Budget(compilingSteps)
  try {
    return { program: assemble(parsePattern(source, budget).root, budget) }
  } catch {
    return null
  }
}

/** The answer of work that may take `matchingSteps`; null where it takes more. */
const within = <Answer>(whole: Budget | null, work: (budget: Budget) => Answer): Answer | null => {
  try {
    return work(new Budget(matchingSteps, whole))
  } catch (error) {
    if (error instanceof TooManySteps) return null
    throw error
  }
}

/** Whether the pattern occurs in the text; null for a text too long or too costly to be looked at. */
export const occursIn = (
  text: string,
  { program }: Pattern,
  whole: Budget | null = null,
): boolean | null =>
  text.length > maximumText
    ? null
    : within(whole, (budget) => {
        const run = { program, characters: Array.from(text), budget }
        return execute(run, 0) !== null
      })

const groupText = (characters: readonly string[], slots: Slots, index: number): string => {
  const start = slots[2 * index]
  const end = slots[2 * index + 1]
  return start === undefined || end === undefined ? '' : characters.slice(start, end).join('')
}

/** `$1` to `$99` stand for groups, `$&` for the match, `$$` for a dollar sign. */
const expand = (replacement: string, { characters, budget }: Run, slots: Slots): string => {
  budget.charge(replacement.length)
  return replacement.replace(/\$(\$|&|\d{1,2})/g, (_, mark: string) => {
    if (mark === '$') return '$'
    const text = groupText(characters, slots, mark === '&' ? 0 : Number(mark))
    budget.charge(text.length)
    return text
  })
}

const replaceAll = (run: Run, replacement: string): string => {
  const { characters } = run
  const parts: string[] = []
  let from = 0
  while (from <= characters.length) {
    const slots = execute(run, from)
    const [start, end] = slots ?? []
    if (slots === null || start === undefined || end === undefined) break
    parts.push(characters.slice(from, start).join(''), expand(replacement, run, slots))
    if (end === start) parts.push(characters[start] ?? '')
    from = end === start ? end + 1 : end
  }
  return parts.join('') + characters.slice(from).join('')
}

/** What stands in the place of each match, and the work that this is a part of. */
export interface Replacing {
  readonly replacement: string
  readonly whole?: Budget | null
}

/**
 * Every match replaced, from the left; null for a text too long or too costly to be looked at. The
 * platform's own engine may prefer another match where a part that can be empty is repeated, as in
 * `(|a)*`.
 */
export const replacePattern = (
  { program }: Pattern,
  text: string,
  { replacement, whole = null }: Replacing,
): string | null =>
  text.length > maximumText
    ? null
    : within(whole, (budget) =>
        replaceAll({ program, characters: Array.from(text), budget }, replacement),
      )
