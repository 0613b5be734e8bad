/**
 * What cells are made of: digits and capitals without B G I L O S U Z, which are mistaken for
 * digits or for each other (product: disallowed characters).
 */
export const gridAlphabet = '0123456789ACDEFHJKMNPQRTVWXY'

export interface GridShape {
  readonly rows: number
  readonly columns: number
  /** Characters in a cell. */
  readonly cellLength: number
}

/** A cell's place, counted row by row from 0. */
export type CellIndex = number

/** Cryptographically strong bytes. */
type RandomBytes = (count: number) => Uint8Array

const cellCount = ({ rows, columns }: Pick<GridShape, 'rows' | 'columns'>): number => rows * columns

/** Bytes from here on would favour the first characters. */
const fairBelow = 256 - (256 % gridAlphabet.length)

/** The contents of a new card, row by row; every content is as likely as any other. */
export const newCells = (shape: GridShape, random: RandomBytes): readonly string[] => {
  const wanted = cellCount(shape) * shape.cellLength
  let text = ''
  while (text.length < wanted) {
    for (const byte of random(wanted)) {
      if (byte < fairBelow) text += gridAlphabet[byte % gridAlphabet.length]
    }
  }
  return splitCells(text.slice(0, wanted), shape.cellLength)
}

/** A card's contents as one text and back. */
export const joinCells = (cells: readonly string[]): string => cells.join('')
export const splitCells = (text: string, cellLength: number): readonly string[] =>
  Array.from({ length: text.length / cellLength }, (_, at) =>
    text.slice(at * cellLength, (at + 1) * cellLength),
  )

/** `C5`: the column's letter and the row's number. */
export const cellName = (cell: CellIndex, { columns }: Pick<GridShape, 'columns'>): string =>
  `${columnName(cell % columns)}${Math.floor(cell / columns) + 1}`

export const columnName = (column: number): string => String.fromCodePoint(65 + column)

/** Letters that no cell has, each with the one it is mistaken for. */
const lookalikes: Readonly<Record<string, string>> = {
  B: '8',
  G: '6',
  I: '1',
  L: '1',
  O: '0',
  S: '5',
  U: 'V',
  Z: '2',
}

/** An answer as it was meant: capitals without gaps, and mistaken letters put right. */
export const meantAnswer = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[\s,;.-]/g, '')
    .replace(/[BGILOSUZ]/g, (letter) => lookalikes[letter] ?? letter)

/** What answers a challenge: the cells' contents in its order. */
export const gridAnswer = (cells: readonly string[], asked: readonly CellIndex[]): string =>
  asked.map((cell) => cells[cell] ?? '').join('')

/** For each cell the number of the use in which it was shown last, counted from 1; 0 for never. */
export type ShownCells = readonly number[]

/** The part of a card that is left alone after it was shown: the next challenges use the rest. */
const restedShare = 4

/** Cells that a challenge may ask: all but those shown last, a quarter of the card. */
const askable = (shown: ShownCells): readonly CellIndex[] => {
  const rested = shown
    .map((use, cell) => ({ use, cell }))
    .filter(({ use }) => use > 0)
    .toSorted((one, other) => other.use - one.use)
    .slice(0, Math.floor(shown.length / restedShare))
  const resting = new Set(rested.map(({ cell }) => cell))
  return shown.flatMap((_, cell) => (resting.has(cell) ? [] : [cell]))
}

/** A number below `end`, each as likely. */
const below = (end: number, random: RandomBytes): number => {
  const fair = 65_536 - (65_536 % end)
  for (;;) {
    const [high = 0, low = 0] = random(2)
    const value = high * 256 + low
    if (value < fair) return value % end
  }
}

/** Cells for a challenge in the order of the card, none of those that were shown last. */
export const chooseCells = (
  shown: ShownCells,
  count: number,
  random: RandomBytes,
): readonly CellIndex[] => {
  const left = [...askable(shown)]
  const chosen = Array.from({ length: count }, () => left.splice(below(left.length, random), 1))
  return chosen.flat().toSorted((one, other) => one - other)
}

/** The card after an answer has shown these cells, as its `use`-th use. */
export const showCells = (
  shown: ShownCells,
  asked: readonly CellIndex[],
  use: number,
): ShownCells => shown.map((before, cell) => (asked.includes(cell) ? use : before))

/** Ways to choose `taken` of `of`. */
const ways = (of: number, taken: number): number => {
  let product = 1
  for (let at = 0; at < taken; at += 1) product *= (of - at) / (at + 1)
  return product
}

interface Watched {
  readonly shown: ShownCells
  /** Cells that a challenge asks. */
  readonly asked: number
  readonly cellLength: number
  /** Answers that may be tried before a lock. */
  readonly guesses: number
}

/**
 * How likely somebody who watched every answer of a card answers the next challenge: they know the
 * cells shown, and guess those among the asked that they do not know. From 0 to 1.
 */
export const watcherChance = ({ shown, asked, cellLength, guesses }: Watched): number => {
  const cells = askable(shown)
  const known = cells.filter((cell) => (shown[cell] ?? 0) > 0).length
  const all = ways(cells.length, asked)
  let chance = 0
  for (let knows = 0; knows <= asked; knows += 1) {
    const share = (ways(known, knows) * ways(cells.length - known, asked - knows)) / all
    const contents = gridAlphabet.length ** (cellLength * (asked - knows))
    chance += share * Math.min(1, guesses / contents)
  }
  return chance
}
