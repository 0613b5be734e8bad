import type { Context } from '../../src/kit/context.ts'
import { openCells, placesOf, shapeOf } from '../../src/modules/authenticators/grids/grid-cells.ts'
import { createBatch, createFor } from '../../src/modules/authenticators/grids/grid-making.ts'
import type { StoredGrid } from '../../src/modules/authenticators/grids/grids.repository.ts'

/** A card that its owner has in hand and has not used yet. */
export const buildGrid = async (ctx: Context, userId: string) => {
  await ctx.platform.secrets.ready(ctx.tenant.id)
  const card = await ctx.transaction((ctx) => createFor(ctx, userId))
  return heldGrid(ctx, card)
}

interface Cell {
  readonly column: string
  readonly row: number
}

/** A card as whoever holds it reads it. */
export const heldGrid = async (ctx: Context, card: StoredGrid) => {
  const cells = await openCells(ctx, card)
  return {
    id: card.id,
    serial: String(card.serial),
    cells,
    /** What answers a challenge. */
    read: (asked: readonly Cell[]): string =>
      (placesOf(asked.map(({ column, row }) => `${column}${row}`).join(' '), shapeOf(card)) ?? [])
        .map((place) => cells[place] ?? '')
        .join(''),
  }
}

export type HeldGrid = Awaited<ReturnType<typeof buildGrid>>

/** A card that nobody has, of these groups. */
export const buildUnassigned = async (ctx: Context, groups: readonly string[] = []) => {
  await ctx.platform.secrets.ready(ctx.tenant.id)
  const [card] = await ctx.transaction((ctx) => createBatch(ctx, { numberOfGrids: 1, groups }))
  if (card === undefined) throw new Error('no card was made')
  return heldGrid(ctx, card)
}
