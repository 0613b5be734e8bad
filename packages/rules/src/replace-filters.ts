import type { Budget } from './patterns/budget.ts'
import { compilePattern, occursIn, type Pattern, replacePattern } from './patterns.ts'

/** Rewrites a value on its way into an assertion: values that `filter` finds, `matcher` replaced. */
export interface ReplaceFilter {
  readonly filter: Pattern
  readonly matcher: Pattern
  readonly replacement: string
}

const maximumLength = 2000

/** Cuts `text` at the first `separator`; null when it does not occur. */
const cutAt = (text: string, separator: string): readonly [string, string] | null => {
  const at = text.indexOf(separator)
  return at < 0 ? null : [text.slice(0, at), text.slice(at + separator.length)]
}

/**
 * Reads `.filter(..).matcher(..).replace(..).end()`, once, without quotes. Filter and matcher are
 * patterns and not empty; an empty replacement deletes. Null when it is not of this form.
 */
export const parseReplaceFilter = (text: string): ReplaceFilter | null => {
  const [opening, closing] = ['.filter(', ').end()']
  if (text.length > maximumLength || !text.startsWith(opening) || !text.endsWith(closing))
    return null
  const [filterSource = '', rest = ''] = cutAt(text.slice(opening.length), ').matcher(') ?? []
  const [matcherSource = '', tail] = cutAt(rest, ').replace(') ?? []
  if (filterSource === '' || matcherSource === '' || tail === undefined) return null
  if (tail.length < closing.length) return null
  const filter = compilePattern(filterSource)
  const matcher = compilePattern(matcherSource)
  if (filter === null || matcher === null) return null
  return { filter, matcher, replacement: tail.slice(0, -closing.length) }
}

export const isReplaceFilter = (text: string): boolean => parseReplaceFilter(text) !== null

/**
 * The value as it leaves: unchanged where the filter finds nothing, null where it is too long or too
 * costly to be looked at, alone or as a part of `whole`.
 */
export const applyReplaceFilter = (
  { filter, matcher, replacement }: ReplaceFilter,
  value: string,
  whole: Budget | null = null,
): string | null => {
  const isFound = occursIn(value, filter, whole)
  if (isFound === null) return null
  return isFound ? replacePattern(matcher, value, { replacement, whole }) : value
}
