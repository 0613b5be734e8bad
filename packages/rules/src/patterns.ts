import { execute, type Slots } from './patterns/machine.ts'
import { parsePattern } from './patterns/parse.ts'
import { assemble, type Instruction } from './patterns/program.ts'

const maximumSource = 500
const maximumText = 4096

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
  try {
    return { program: assemble(parsePattern(source).root) }
  } catch {
    return null
  }
}

/** Whether the pattern occurs in the text; texts over 4096 characters never match. */
export const testPattern = ({ program }: Pattern, text: string): boolean =>
  text.length <= maximumText && execute({ program, characters: Array.from(text) }, 0) !== null

/** As `testPattern` with a source; a source that does not compile matches nothing. */
export const matchesPattern = (text: string, source: string): boolean => {
  const pattern = compilePattern(source)
  return pattern !== null && testPattern(pattern, text)
}

const groupText = (characters: readonly string[], slots: Slots, index: number): string => {
  const start = slots[2 * index]
  const end = slots[2 * index + 1]
  return start === undefined || end === undefined ? '' : characters.slice(start, end).join('')
}

/** `$1` to `$99` stand for groups, `$&` for the match, `$$` for a dollar sign. */
const expand = (replacement: string, characters: readonly string[], slots: Slots): string =>
  replacement.replace(/\$(\$|&|\d{1,2})/g, (_, mark: string) =>
    mark === '$' ? '$' : groupText(characters, slots, mark === '&' ? 0 : Number(mark)),
  )

/**
 * Every match replaced, from the left; null for a text too long to be looked at. The platform's own
 * engine may prefer another match where a part that can be empty is repeated, as in `(|a)*`.
 */
export const replacePattern = (
  { program }: Pattern,
  text: string,
  replacement: string,
): string | null => {
  if (text.length > maximumText) return null
  const characters = Array.from(text)
  const parts: string[] = []
  let from = 0
  while (from <= characters.length) {
    const slots = execute({ program, characters }, from)
    const [start, end] = slots ?? []
    if (slots === null || start === undefined || end === undefined) break
    parts.push(characters.slice(from, start).join(''), expand(replacement, characters, slots))
    if (end === start) parts.push(characters[start] ?? '')
    from = end === start ? end + 1 : end
  }
  return parts.join('') + characters.slice(from).join('')
}
