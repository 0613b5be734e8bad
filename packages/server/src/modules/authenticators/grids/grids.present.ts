import type { Grid } from '@signet/contract/authenticators/grids'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { settings } from '../../settings/families/index.ts'
import { exposureOf, shownOf } from './grid-cells.ts'
import { listGridsOf, type StoredGrid } from './grids.repository.ts'

/** A card as it is told of, without its contents. The settings must have been read. */
export const presentGrid = (ctx: Context, card: StoredGrid): z.input<typeof Grid> => ({
  id: card.id,
  serialNumber: String(card.serial),
  user: card.user_id === null ? null : { id: card.user_id, name: card.owner_name ?? '' },
  groups: [...card.groups],
  state: card.state,
  enrollState: 'ENROLLED',
  encodeState: 'ENCODE_DONE',
  retired: card.retired,
  rows: card.rows,
  columns: card.columns,
  cellLength: card.cell_length,
  createDate: card.created_at,
  assignDate: card.assigned_at,
  activateDate: card.activated_at,
  expireDate: card.expires_at,
  lastUsedDate: card.last_used_at,
  numUses: card.uses,
  maxUses: card.max_uses,
  exposure: {
    shownCells: shownOf(card).filter((use) => use > 0).length,
    cells: card.rows * card.columns,
    nextAnswer: exposureOf(ctx, card),
  },
})

/** The cards of somebody. */
export const presentAll = async (ctx: Context, userId: string) => {
  await settings.grid(ctx)
  return (await listGridsOf(ctx, userId)).map((card) => presentGrid(ctx, card))
}
