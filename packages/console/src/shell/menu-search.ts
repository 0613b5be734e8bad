import UFuzzy from '@leeoniya/ufuzzy'

/** One wrong, missing, doubled or swapped letter a word is forgiven. */
const fuzzy = new UFuzzy({ intraMode: 1 })

/** The places of the names that are like what was typed, the best first. */
export const placesLike = (names: readonly string[], typed: string): readonly number[] => {
  const haystack = UFuzzy.latinize([...names])
  const [needle = typed] = UFuzzy.latinize([typed])
  const [found, info, order] = fuzzy.search(haystack, needle, 1)
  if (order === null || info === null) return found ?? []
  return order.flatMap((at) => info.idx[at] ?? [])
}
