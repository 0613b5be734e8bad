import UFuzzy from '@leeoniya/ufuzzy'
import { type Sought, searchWords } from '@signet/rules/word-search'

/** One wrong, missing, doubled or swapped letter a word is forgiven. */
const fuzzy = new UFuzzy({ intraMode: 1 })

/** The places of the names that are like what was typed, the best first. */
const placesLike = (names: readonly string[], typed: string): readonly number[] => {
  const haystack = UFuzzy.latinize([...names])
  const [needle = typed] = UFuzzy.latinize([typed])
  const [found, info, order] = fuzzy.search(haystack, needle, 1)
  if (order === null || info === null) return found ?? []
  return order.flatMap((at) => info.idx[at] ?? [])
}

/** The items whose names, apart from their other names, are nearly what was typed, the best first. */
export const searchNearly = <T extends Sought>(items: readonly T[], typed: string): readonly T[] =>
  placesLike(
    items.map(({ name }) => name),
    typed,
  ).flatMap((at) => items[at] ?? [])

/** The items with the words that were typed; where none has them, those nearly named so. */
export const searchLike = <T extends Sought>(items: readonly T[], typed: string): readonly T[] => {
  const hits = searchWords(items, (item) => item, typed)
  return hits.length > 0 ? hits.map(({ item }) => item) : searchNearly(items, typed)
}
