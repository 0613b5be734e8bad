import type { GridChange } from '@signet/contract/authenticators/grids'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { expectGroups } from '../../identity/groups/index.ts'
import { settings } from '../../settings/families/index.ts'
import { type GridEvent, stateAfter } from './grid-states.ts'
import {
  countGridsOf,
  lockGrid,
  readGridAgain,
  removeGrid,
  replaceGroups,
  type StoredGrid,
  updateGrid,
} from './grids.repository.ts'

/** Checks the card against the caller's rights. @throws not_found, rights_not_held */
export type Owned = (card: StoredGrid) => Promise<void> | void

export const subjectOf = ({ id, serial }: Pick<StoredGrid, 'id' | 'serial'>) => ({
  entity: 'GRIDS',
  id,
  name: String(serial),
})

/** Events tell whose card it is: their mail finds them by it. */
export const attributesOf = ({ user_id }: Pick<StoredGrid, 'user_id'>) =>
  user_id === null ? {} : { user: user_id }

type Named = Parameters<typeof lockGrid>[1]

/** @throws not_found; in a transaction */
export const locked = async (ctx: Context, named: Named, owned: Owned): Promise<StoredGrid> => {
  const card = await lockGrid(ctx, named)
  if (card === undefined) throw new ApiError('not_found')
  await owned(card)
  return card
}

const nextState = (card: StoredGrid, event: GridEvent): StoredGrid['state'] => {
  const state = stateAfter(card.state, event)
  if (state === null) throw new ApiError('grid_invalid_state')
  return state
}

const dayMillis = 86_400_000

type Keeper = Parameters<typeof settings.grid>[1]

/** What a card gets when somebody gets it: a user's id, or the groups they are in. */
export const assignment = async (ctx: Context, keeper: Keeper) => {
  const { lifeDays, maximumUses } = await settings.grid(ctx, keeper)
  const now = ctx.platform.clock.now()
  return {
    assigned_at: now,
    expires_at: lifeDays === null ? null : new Date(now.getTime() + lifeDays * dayMillis),
    max_uses: maximumUses,
  }
}

/** @throws grid_limit_reached; in a transaction, until which others wait */
export const expectRoomFor = async (ctx: Context, userId: string): Promise<void> => {
  const { maximumPerUser } = await settings.grid(ctx, userId)
  if ((await countGridsOf(ctx, userId)) >= maximumPerUser) throw new ApiError('grid_limit_reached')
}

/** Gives a card to somebody. @throws grid_already_assigned, grid_limit_reached; in a transaction */
export const assign = async (
  ctx: Context,
  card: StoredGrid,
  userId: string,
): Promise<StoredGrid> => {
  const state = stateAfter(card.state, 'ASSIGN')
  if (state === null) throw new ApiError('grid_already_assigned')
  await expectRoomFor(ctx, userId)
  await updateGrid(ctx, card.id, { ...(await assignment(ctx, userId)), user_id: userId, state })
  audit(ctx, 'GRID_ASSIGNED', { subject: subjectOf(card), attributes: { user: userId } })
  return readGridAgain(ctx, card.id)
}

/** A card that nobody has any more. @throws grid_invalid_state */
export const takenBack = (card: StoredGrid) => {
  const state = nextState(card, 'UNASSIGN')
  // Whoever has used it may know it, and so may whoever reads their mail.
  if (card.uses > 0 || card.mailed_at !== null) throw new ApiError('grid_invalid_state')
  return {
    state,
    user_id: null,
    retired: null,
    assigned_at: null,
    activated_at: null,
    expires_at: null,
    max_uses: null,
  }
}

/** @throws not_found, grid_invalid_state; in a transaction */
export const unassign = async (ctx: Context, id: string, owned: Owned): Promise<StoredGrid> => {
  const card = await locked(ctx, { id }, owned)
  await updateGrid(ctx, id, takenBack(card))
  audit(ctx, 'GRID_UNASSIGNED', { subject: subjectOf(card), attributes: attributesOf(card) })
  return readGridAgain(ctx, id)
}

const eventOf = { ACTIVE: 'ACTIVATE', INACTIVE: 'DEACTIVATE', CANCELED: 'CANCEL' } as const
export type SwitchedState = keyof typeof eventOf

/** A card that is switched on or off, or cancelled. @throws grid_invalid_state */
export const switched = (ctx: Context, card: StoredGrid, wanted: SwitchedState) => {
  const state = nextState(card, eventOf[wanted])
  // What was retired is known or used up; switching it on would undo that.
  if (state === 'ACTIVE' && card.retired !== null) throw new ApiError('grid_invalid_state')
  const isFirst = state === 'ACTIVE' && card.activated_at === null
  return { state, ...(isFirst ? { activated_at: ctx.platform.clock.now() } : {}) }
}

/** @throws not_found, grid_invalid_state; in a transaction */
export const changeState = async (
  ctx: Context,
  id: string,
  { state: wanted, owned }: { readonly state: SwitchedState; readonly owned: Owned },
): Promise<StoredGrid> => {
  const card = await locked(ctx, { id }, owned)
  const columns = switched(ctx, card, wanted)
  await updateGrid(ctx, id, columns)
  audit(ctx, 'GRID_STATE_CHANGED', {
    subject: subjectOf(card),
    before: { state: card.state },
    after: { state: columns.state },
    attributes: attributesOf(card),
  })
  return readGridAgain(ctx, id)
}

type Wanted = z.output<typeof GridChange>

/** @throws not_found, group_not_found, grid_invalid_state, precondition_failed; in a transaction */
export const change = async (
  ctx: Context,
  id: string,
  { owned, groups, expireDate, maxUses }: Wanted & { readonly owned: Owned },
): Promise<StoredGrid> => {
  const card = await locked(ctx, { id }, owned)
  expectVersion(ctx, card.version)
  // An assigned card is in no group, and an empty list leaves it so.
  if (groups !== undefined && (groups.length > 0 || card.user_id === null)) {
    if (card.user_id !== null) throw new ApiError('grid_invalid_state')
    await expectGroups(ctx, groups)
    await replaceGroups(ctx, id, [...new Set(groups)])
  }
  const ends = expireDate === undefined || expireDate === null ? null : new Date(expireDate)
  await updateGrid(ctx, id, {
    ...(expireDate === undefined ? {} : { expires_at: ends }),
    ...(maxUses === undefined ? {} : { max_uses: maxUses }),
  })
  audit(ctx, 'GRID_UPDATED', {
    subject: subjectOf(card),
    before: { expireDate: card.expires_at, maxUses: card.max_uses },
    after: { expireDate: expireDate ?? null, maxUses: maxUses ?? null },
    attributes: attributesOf(card),
  })
  return readGridAgain(ctx, id)
}

/** @throws not_found, precondition_failed; in a transaction */
export const remove = async (ctx: Context, id: string, owned: Owned): Promise<StoredGrid> => {
  const card = await locked(ctx, { id }, owned)
  expectVersion(ctx, card.version)
  await removeGrid(ctx, id)
  audit(ctx, 'GRID_DELETED', { subject: subjectOf(card), attributes: attributesOf(card) })
  return card
}
