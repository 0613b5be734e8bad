import { type StoredToken, tokenSets, tokens } from '../../../authenticators/tokens/index.ts'
import type { HeldTarget, Inventory } from './target-held.ts'

export type TokenTarget = HeldTarget<StoredToken>

export const tokenInventory: Inventory<StoredToken> = {
  find: tokenSets.find,
  hold: tokenSets.hold,
  serialOf: ({ serial }) => serial,
  groupsOf: (ctx, stock) =>
    tokens.groupsOf(
      ctx,
      stock.map(({ id }) => id),
    ),
}
