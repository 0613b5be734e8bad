import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { findTaken, insertCards, type NewCard } from './smart-cards.repository.ts'
import { byWhom, expectStockRights, subjectOf } from './smart-cards.service.ts'

/** Puts cards into the inventory, each with its event; their ids, in order. In a transaction. */
const insert = async (
  ctx: Context,
  wanted: readonly Omit<NewCard, 'id'>[],
): Promise<readonly string[]> => {
  if (wanted.length === 0) return []
  const cards = wanted.map((card) => ({ ...card, id: ctx.platform.ids.uuid() }))
  await insertCards(ctx, cards, byWhom(ctx))
  for (const card of cards) audit(ctx, 'SMART_CARD_CREATED', { subject: subjectOf(card) })
  return cards.map(({ id }) => id)
}

/** Cards by the hundred, for bulk operations: a few statements whatever their number. */
export const smartCardSets = { findTaken, insert, expectStockRights } as const
