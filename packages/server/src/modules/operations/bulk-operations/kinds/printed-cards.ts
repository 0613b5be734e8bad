import { type GridShape, meantAnswer, splitCells } from '@signet/algorithms/grid'
import type { RowFault, ValueRow } from '../bulk-work.ts'

/** Whatever stands between cells: rows of a card may be told apart by another sign. */
const between = /[\s;|/]+/
const longestCell = 3
/** Of any card: a few columns on paper, letters from A on. */
const mostRows = 10
const mostColumns = 12
const fewest = 4

/**
 * Numbers that cards bring: those of new cards go on behind the last one, and have nine digits
 * at most.
 */
const mostSerial = 899_999_999

/** So many answers there are at least: 30 guesses in a year stay under one in 10,000. */
const fewestAnswers = 300_000
/** As the settings demand of new cards. */
const fewestCharacters = 5

export interface Tenants extends GridShape {
  /** Cells that a challenge asks. */
  readonly challengeCells: number
}

interface Card {
  readonly serial: number
  readonly shape: GridShape
  readonly cells: readonly string[]
}

type Judged = { readonly fault: RowFault } | { readonly card: Card }

const unfit = (column: string, message: string): { readonly fault: RowFault } => ({
  fault: { code: 'bulk_value_unfit', column, message },
})

const sizeIn = (text: string | undefined, usual: number, most: number): number | null => {
  if (text === undefined) return usual
  const size = /^\d{1,2}$/.test(text) ? Number(text) : 0
  return size >= fewest && size <= most ? size : null
}

/** Cells with signs between them, or one after the other when they are as long as the tenant's. */
const cellsIn = (contents: string, cellLength: number): readonly string[] => {
  const parts = contents.split(between).filter((part) => part !== '')
  return parts.length === 1 ? splitCells(parts[0] ?? '', cellLength) : parts
}

/** Whether what the cells are made of is too little for what is asked of them. */
const isGuessable = (cells: readonly string[], asked: number): boolean => {
  const characters = (cells[0]?.length ?? 0) * asked
  const kinds = new Set(cells.join('')).size
  return characters < fewestCharacters || kinds ** characters < fewestAnswers
}

/** A card that was printed elsewhere, as its row tells it; its letters as answers are understood. */
export const printedCard = ({ values }: ValueRow, tenants: Tenants): Judged => {
  const { serialNumber = '', contents = '' } = values
  const serial = /^[1-9]\d{0,8}$/.test(serialNumber) ? Number(serialNumber) : 0
  if (serial === 0 || serial > mostSerial) return unfit('serialNumber', `1-${mostSerial}`)
  const rows = sizeIn(values.rows, tenants.rows, mostRows)
  if (rows === null) return unfit('rows', `${fewest}-${mostRows}`)
  const columns = sizeIn(values.columns, tenants.columns, mostColumns)
  if (columns === null) return unfit('columns', `${fewest}-${mostColumns}`)
  const cells = cellsIn(contents, tenants.cellLength).map(meantAnswer)
  const cellLength = cells[0]?.length ?? 0
  const isWhole = cells.length === rows * columns
  if (!isWhole) return unfit('contents', `${cells.length} cells instead of ${rows * columns}`)
  const areAlike = cells.every((cell) => cell.length === cellLength && /^[\dA-Z]+$/.test(cell))
  if (!areAlike || cellLength > longestCell) {
    return unfit('contents', `cells are of 1-${longestCell} digits or letters, all alike`)
  }
  if (isGuessable(cells, tenants.challengeCells)) return unfit('contents', 'too guessable')
  return { card: { serial, shape: { rows, columns, cellLength }, cells } }
}
