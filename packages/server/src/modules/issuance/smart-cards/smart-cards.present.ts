import type { SmartCard } from '@signet/contract/issuance/smart-cards'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { seesGroup } from '../../identity/groups/index.ts'
import type { Card, StoredCard } from './smart-cards.repository.ts'

export const stateOf = (card: Pick<Card, 'user_id' | 'is_withdrawn'>) => {
  if (card.user_id !== null) return 'ASSIGNED'
  return card.is_withdrawn ? 'WITHDRAWN' : 'UNASSIGNED'
}

/** Of its groups those that the caller knows of. */
export const presentCard = (ctx: Context, card: StoredCard): z.input<typeof SmartCard> => ({
  id: card.id,
  serialNumber: card.serial,
  csn: card.csn,
  cardType: card.card_type,
  state: stateOf(card),
  user: card.user_id === null ? null : { id: card.user_id, name: card.owner_name ?? '' },
  groups: card.groups.filter(({ id }) => seesGroup(ctx, id)),
  createDate: card.created_at,
  assignDate: card.user_id === null ? null : card.assigned_at,
  modifiedAt: card.modified_at,
  modifiedBy: card.modified_by,
  version: card.version,
})
