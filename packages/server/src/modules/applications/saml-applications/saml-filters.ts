import { matchingOfAnAnswer } from '@signet/rules/patterns'
import { applyReplaceFilter, parseReplaceFilter } from '@signet/rules/replace-filters'

/** What a filter makes of a value; `valid: false` for what is no filter. */
export const verdictOf = (
  text: string,
  value: string,
): { readonly valid: boolean; readonly result: string | null } => {
  const filter = parseReplaceFilter(text)
  return filter === null
    ? { valid: false, result: null }
    : { valid: true, result: applyReplaceFilter(filter, value) }
}

interface Trial {
  readonly filter: string
  readonly values: readonly string[]
}

export const tryFilter = ({ filter: text, values }: Trial) => {
  const filter = parseReplaceFilter(text)
  if (filter === null) return { valid: false, results: [] }
  const work = matchingOfAnAnswer()
  return {
    valid: true,
    results: values.map((value) => ({ value, result: applyReplaceFilter(filter, value, work) })),
  }
}
