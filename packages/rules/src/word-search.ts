/** What a thing is found by. */
export interface Sought {
  readonly name: string
  /** Other names: synonyms, words of other products. */
  readonly also?: readonly string[]
}

export interface Hit<T> {
  readonly item: T
  /** The lower, the better: an item by its very name has 0. */
  readonly rank: number
  /** The name or other name that was found. */
  readonly by: string
}

/** Letters that do not come apart into a plain one and an accent. */
const plain: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['ð', 'd'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ı', 'i'],
  ['ł', 'l'],
  ['œ', 'oe'],
  ['þ', 'th'],
])

/** A text without case, accents and forms of width. */
const foldWords = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßæðøđıłœþ]/g, (letter) => plain.get(letter) ?? letter)
    .normalize('NFC')

const longest = 100

/** Scripts that are written without spaces, or join words: a part of one may stand anywhere. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/** Fewer letters are in every other word. */
const shortestPart = 3

interface Words {
  readonly each: readonly string[]
  /** The words without what is between them: `e-mail` and `email` are the same. */
  readonly joined: string
}

const wordsOf = (text: string): Words => {
  const each = foldWords(text.slice(0, longest))
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
  return { each, joined: each.join('') }
}

const beginsOne = (words: readonly string[], part: string): boolean =>
  words.some((word) => word.startsWith(part) || (unspaced.test(part) && word.includes(part)))

const beginEach = (words: readonly string[], sought: Words): boolean =>
  sought.each.every((part) => beginsOne(words, part))

const holds = ({ joined }: Words, sought: Words): boolean =>
  (sought.joined.length >= shortestPart || unspaced.test(sought.joined)) &&
  joined.includes(sought.joined)

/** How well a text fits: 0 is the very text, 1 begins with it, 2 has words that do; null: not. */
const fitOf = (words: Words, sought: Words): 0 | 1 | 2 | null => {
  if (words.joined === sought.joined) return 0
  if (words.joined.startsWith(sought.joined)) return 1
  return beginEach(words.each, sought) ? 2 : null
}

const ranks = {
  name: [0, 1, 2],
  also: [3, 4, 6],
  /** Some words in the name, others in other names. */
  withName: 5,
  amongAlso: 7,
  partOfName: 8,
  partOfAlso: 9,
} as const

/** Whether a rank is of words that stand inside of other words: `hedule` in *Scheduled*. */
export const isPartOfWord = (rank: number): boolean => rank >= ranks.partOfName

type Match = Omit<Hit<unknown>, 'item'>

interface Text {
  readonly text: string
  readonly words: Words
  readonly isName: boolean
}

const ofOneText = ({ text, words, isName }: Text, sought: Words): readonly Match[] => {
  const fit = fitOf(words, sought)
  if (fit !== null) return [{ rank: ranks[isName ? 'name' : 'also'][fit], by: text }]
  if (!holds(words, sought)) return []
  return [{ rank: isName ? ranks.partOfName : ranks.partOfAlso, by: text }]
}

const ofAllTexts = (texts: readonly Text[], name: string, sought: Words): readonly Match[] => {
  const all = texts.flatMap(({ words }) => words.each)
  if (!beginEach(all, sought)) return []
  const inName = texts.filter(({ isName }) => isName).flatMap(({ words }) => words.each)
  const hasPart = sought.each.some((part) => beginsOne(inName, part))
  return [{ rank: hasPart ? ranks.withName : ranks.amongAlso, by: name }]
}

const matchOf = ({ name, also = [] }: Sought, sought: Words): Match | undefined => {
  const texts = [name, ...also].map((text, at) => ({
    text,
    words: wordsOf(text),
    isName: at === 0,
  }))
  const matches = texts.flatMap((text) => ofOneText(text, sought))
  return [...matches, ...ofAllTexts(texts, name, sought)].toSorted(
    (one, other) => one.rank - other.rank,
  )[0]
}

/**
 * The items that have all words that were typed, or their beginnings, the best first: by the very name,
 * by the beginning of a name, by another name, by parts of words. Nothing for nothing typed.
 */
export const searchWords = <T>(
  items: readonly T[],
  soughtOf: (item: T) => Sought,
  typed: string,
): readonly Hit<T>[] => {
  const sought = wordsOf(typed)
  if (sought.each.length === 0) return []
  return items
    .flatMap((item) => {
      const match = matchOf(soughtOf(item), sought)
      return match === undefined ? [] : [{ item, ...match }]
    })
    .toSorted((one, other) => one.rank - other.rank)
}
