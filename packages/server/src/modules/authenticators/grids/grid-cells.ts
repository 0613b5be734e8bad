import {
  type CellIndex,
  cellName,
  type GridShape,
  joinCells,
  newCells,
  type ShownCells,
  splitCells,
  watcherChance,
} from '@signet/algorithms/grid'
import type { Context } from '../../../kit/context.ts'
import { settings } from '../../settings/families/index.ts'
import { counting } from '../attempts/index.ts'
import type { GridCard } from './grids.repository.ts'

const sealPurpose = (id: string): string => `grid:${id}`

export const shapeOf = ({
  rows,
  columns,
  cell_length,
}: Pick<GridCard, 'rows' | 'columns' | 'cell_length'>): GridShape => ({
  rows,
  columns,
  cellLength: cell_length,
})

export const sealCells = (ctx: Context, id: string, cells: readonly string[]): Promise<Buffer> =>
  ctx.platform.secrets.seal(ctx.tenant.id, sealPurpose(id), Buffer.from(joinCells(cells)))

export const freshCells = (ctx: Context, shape: GridShape): readonly string[] =>
  newCells(shape, (count) => ctx.platform.ids.random(count))

/** The contents of a card: for a check, or to be shown to its owner. */
export const openCells = async (ctx: Context, card: GridCard): Promise<readonly string[]> => {
  const text = await ctx.platform.secrets.open(
    card.tenant_id,
    sealPurpose(card.id),
    card.sealed_cells,
  )
  return splitCells(text.toString('utf8'), card.cell_length)
}

/** As stored: two bytes a cell. A use beyond 65,535 is as recent as that one. */
export const shownOf = ({ shown }: Pick<GridCard, 'shown'>): ShownCells =>
  Array.from({ length: shown.length / 2 }, (_, cell) => shown.readUInt16BE(cell * 2))

export const storedShown = (shown: ShownCells): Buffer => {
  const stored = Buffer.alloc(shown.length * 2)
  for (const [cell, use] of shown.entries()) stored.writeUInt16BE(Math.min(use, 65_535), cell * 2)
  return stored
}

/** `A1 C3 H8` and back. */
export const namesOf = (cells: readonly CellIndex[], shape: Pick<GridShape, 'columns'>): string =>
  cells.map((cell) => cellName(cell, shape)).join(' ')

/** Places of named cells on a card; null when it has not all of them. */
export const placesOf = (
  names: string,
  { rows, columns }: GridShape,
): readonly CellIndex[] | null => {
  const places = namedCells(names).map(({ column, row }) => ({
    column: (column.codePointAt(0) ?? 0) - 65,
    row: row - 1,
  }))
  return places.every(({ column, row }) => column < columns && row < rows)
    ? places.map(({ column, row }) => row * columns + column)
    : null
}

export const namedCells = (names: string) =>
  names.split(' ').map((name) => ({ column: name.slice(0, 1), row: Number(name.slice(1)) }))

/** How likely somebody who watched every answer of the card gives the next one. */
export const exposureOf = (ctx: Context, card: Pick<GridCard, 'shown' | 'cell_length'>): number =>
  watcherChance({
    shown: shownOf(card),
    asked: settings.grid.lastRead(ctx).challengeCells,
    cellLength: card.cell_length,
    guesses: counting.guessesBeforeLock(ctx, 'GRID'),
  })
