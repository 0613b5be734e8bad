import { isPartOfWord, searchWords } from '@signet/rules/word-search'
import type { PaletteItem } from '../kit/screen.ts'

/** A line of the palette: leads to an address, or does something. */
export interface Choice extends Omit<PaletteItem, 'to'> {
  /** What the term means by which it was found. */
  readonly hint?: string
  readonly to?: string
  readonly perform?: () => void
}

/** A line, and how well it fits what was typed. */
export interface Ranked {
  readonly choice: Choice
  /** As `searchWords()` ranks: the lower, the better. */
  readonly rank: number
  /** Only similar: the words stand inside of others, or were mistyped. */
  readonly isSimilar: boolean
}

/** What was found of a kind, such as pages or users. */
interface Kind {
  readonly heading: string
  readonly found: readonly Ranked[]
}

export interface Block {
  readonly heading: string
  readonly items: readonly Choice[]
}

/** After every rank of words: found by the server in what the line does not show, such as an alias. */
const unseenRank = 9
/** A name that is nearly what was typed. */
export const mistypedRank = 10

/** Objects as the server found them, ranked by what their lines show. */
export const rankedObjects = (items: readonly Choice[], typed: string): readonly Ranked[] => {
  const hits = searchWords(
    items,
    ({ label, detail }) => ({ name: label, also: detail === undefined ? [] : [detail] }),
    typed,
  )
  const seen = hits.map(({ item, rank }) => ({
    choice: item,
    rank,
    isSimilar: isPartOfWord(rank),
  }))
  const unseen = items.filter((item) => !hits.some((hit) => hit.item === item))
  return [...seen, ...unseen.map((choice) => ({ choice, rank: unseenRank, isSimilar: true }))]
}

const exactRanks = [0, 3]
const lastBeginning = 4

/** By a whole name, by the beginning of one, by words of one. */
const degreeOf = (rank: number): number => {
  if (exactRanks.includes(rank)) return 0
  return rank <= lastBeginning ? 1 : 2
}

const byRank = (one: { readonly rank: number }, other: { readonly rank: number }): number =>
  one.rank - other.rank

const byDegree = (one: Ranked, other: Ranked): number =>
  degreeOf(one.rank) - degreeOf(other.rank) || byRank(one, other)

/** The kinds that have the words, the one with the best line first; of equals, in their order. */
const blocksByWords = (kinds: readonly Kind[]): readonly Block[] =>
  kinds
    .flatMap(({ heading, found }) => {
      const ranked = found.filter(({ isSimilar }) => !isSimilar).toSorted(byRank)
      const [best] = ranked
      return best === undefined ? [] : [{ heading, best, ranked }]
    })
    .toSorted((one, other) => byDegree(one.best, other.best))
    .map(({ heading, ranked }) => ({ heading, items: ranked.map(({ choice }) => choice) }))

/** With its kind, which has no heading here. */
const withKind = (choice: Choice, heading: string): Choice => ({
  ...choice,
  detail: choice.detail === undefined ? heading : `${heading} · ${choice.detail}`,
})

/**
 * The lines of the palette: names with the words that were typed, by kind, and after all of them, in one
 * block, what is only similar.
 */
export const blocksOf = (kinds: readonly Kind[], similarHeading: string): readonly Block[] => {
  const similar = kinds
    .flatMap(({ heading, found }) =>
      found
        .filter(({ isSimilar }) => isSimilar)
        .map(({ choice, rank }) => ({ choice: withKind(choice, heading), rank })),
    )
    .toSorted(byRank)
    .map(({ choice }) => choice)
  return [...blocksByWords(kinds), { heading: similarHeading, items: similar }]
}
