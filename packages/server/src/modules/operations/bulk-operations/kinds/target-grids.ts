import { gridSets, type StoredGrid } from '../../../authenticators/grids/index.ts'
import type { Verdict } from '../bulk-work.ts'
import type { HeldTarget, Inventory } from './target-held.ts'

export type GridTarget = HeldTarget<StoredGrid>

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

export const verdictOnGrid = (
  { row, held }: GridTarget,
  action: 'UPDATE' | 'DELETE' | 'SKIP',
): Verdict => ({ line: row.line, name: String(held.serial), action, subjectId: held.id })
