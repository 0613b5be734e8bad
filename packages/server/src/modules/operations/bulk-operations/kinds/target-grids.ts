import { gridSets, type StoredGrid } from '../../../authenticators/grids/index.ts'
import type { Inventory } from './target-held.ts'

/** What no card has for its number is no card's. */
const numberIn = (text: string): readonly number[] =>
  /^[1-9]\d{0,8}$/.test(text) ? [Number(text)] : []

export const gridInventory: Inventory<StoredGrid> = {
  find: (ctx, { ids, serials }) => gridSets.find(ctx, { ids, serials: serials.flatMap(numberIn) }),
  hold: gridSets.hold,
  serialOf: ({ serial }) => String(serial),
  groupsOf: (_ctx, stock) =>
    Promise.resolve(new Map(stock.map(({ id, groups }) => [id, groups] as const))),
}
