import type { GridChange } from '@signet/contract/authenticators/grids'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { type RowChange, removeRows, updateRow, updateRows } from '../../../platform/db/row-sets.ts'
import { expectGroups } from '../../identity/groups/index.ts'
import { settings } from '../../settings/families/index.ts'
import { idOf, type Keeper, roomsOf, type TakeRoom } from '../owners/index.ts'
import { type GridEvent, stateAfter } from './grid-states.ts'
import { holdGrids, readGridAgain, replaceGroups, type StoredGrid } from './grids.repository.ts'

/* Writes take sets: a card alone is a set of one. Cards are held before, by `hold` or `locked`. */

/** Checks the card against the caller's rights. @throws not_found, rights_not_held */
export type Owned = (card: StoredGrid) => Promise<void> | void

export const subjectOf = ({ id, serial }: Pick<StoredGrid, 'id' | 'serial'>) => ({
  entity: 'GRIDS',
  id,
  name: String(serial),
})

/** Events name the owner of the card: their mail finds them by it. */
export const attributesOf = ({ user_id }: Pick<StoredGrid, 'user_id'>) =>
  user_id === null ? {} : { user: user_id }

const aboutOf = (card: StoredGrid) => ({
  subject: subjectOf(card),
  attributes: attributesOf(card),
})

/** Those of the cards that exist, held until the transaction ends. */
export const hold = async (
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredGrid>> =>
  new Map((await holdGrids(ctx, { ids })).map((card) => [card.id, card]))

type Named = { readonly id: string } | { readonly serial: string }

/** @throws not_found; in a transaction */
export const locked = async (ctx: Context, named: Named, owned: Owned): Promise<StoredGrid> => {
  const sought = 'id' in named ? { ids: [named.id] } : { serials: [Number(named.serial)] }
  const [card] = await holdGrids(ctx, sought)
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

/** What a card gets when it is given to a user. */
export const assignment = async (ctx: Context, keeper: Keeper) => {
  const { lifeDays, maximumUses } = await settings.grid(ctx, keeper)
  const now = ctx.platform.clock.now()
  return {
    user_id: idOf(keeper),
    assigned_at: now,
    expires_at: lifeDays === null ? null : new Date(now.getTime() + lifeDays * dayMillis),
    max_uses: maximumUses,
  }
}

/** Room for more cards of these users; what it returns throws grid_limit_reached. In a transaction. */
export const rooms = (ctx: Context, owners: readonly string[]): Promise<TakeRoom> =>
  roomsOf(ctx, 'grids', {
    owners,
    mostOf: async (keeper) => (await settings.grid(ctx, keeper)).maximumPerUser,
    full: 'grid_limit_reached',
  })

interface Change extends RowChange<'grids'> {
  readonly row: StoredGrid
}

/** @throws grid_already_assigned, grid_limit_reached */
type Judge = (card: StoredGrid, keeper: Keeper) => Promise<Change>

/** Whether each card may be given to whom, one after the other. */
export const judge = async (ctx: Context, owners: readonly string[]): Promise<Judge> => {
  const takeRoom = await rooms(ctx, owners)
  return async (card, keeper) => {
    const state = stateAfter(card.state, 'ASSIGN')
    if (state === null) throw new ApiError('grid_already_assigned')
    await takeRoom(keeper)
    return { row: card, to: { ...(await assignment(ctx, keeper)), state } }
  }
}

/** Gives cards, each with its event. */
export const give = async (ctx: Context, given: readonly Change[]): Promise<void> => {
  await updateRows(ctx, 'grids', given)
  for (const { row, to } of given) {
    audit(ctx, 'GRID_ASSIGNED', { subject: subjectOf(row), attributes: { user: to.user_id } })
  }
}

/** Gives a card to a user. @throws grid_already_assigned, grid_limit_reached; in a transaction */
export const assign = async (
  ctx: Context,
  card: StoredGrid,
  userId: string,
): Promise<StoredGrid> => {
  const judged = await judge(ctx, [userId])
  await give(ctx, [await judged(card, userId)])
  return readGridAgain(ctx, card.id)
}

const unassigned = (card: StoredGrid) => {
  const state = nextState(card, 'UNASSIGN')
  // A used card may be known to its user, a mailed one to all who read the user's mail.
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

const eventOf = { ACTIVE: 'ACTIVATE', INACTIVE: 'DEACTIVATE', CANCELED: 'CANCEL' } as const
type WantedState = keyof typeof eventOf | 'UNASSIGNED'

/** The card in the wanted state. @throws grid_invalid_state */
export const changed = (ctx: Context, card: StoredGrid, wanted: WantedState): Change => {
  if (wanted === 'UNASSIGNED') return { row: card, to: unassigned(card) }
  const state = nextState(card, eventOf[wanted])
  // What was retired is known or used up; switching it on would undo that.
  if (state === 'ACTIVE' && card.retired !== null) throw new ApiError('grid_invalid_state')
  const isFirst = state === 'ACTIVE' && card.activated_at === null
  return {
    row: card,
    to: { state, ...(isFirst ? { activated_at: ctx.platform.clock.now() } : {}) },
  }
}

/** Writes changes of state, each with its event. */
export const change = async (ctx: Context, changes: readonly Change[]): Promise<void> => {
  await updateRows(ctx, 'grids', changes)
  for (const { row, to } of changes) {
    const [before, after] = [{ state: row.state }, { state: to.state }]
    if (to.state === 'UNASSIGNED') audit(ctx, 'GRID_UNASSIGNED', aboutOf(row))
    else audit(ctx, 'GRID_STATE_CHANGED', { ...aboutOf(row), before, after })
  }
}

/** @throws not_found, grid_invalid_state; in a transaction */
export const changeState = async (
  ctx: Context,
  id: string,
  { state, owned }: { readonly state: WantedState; readonly owned: Owned },
): Promise<StoredGrid> => {
  const card = await locked(ctx, { id }, owned)
  await change(ctx, [changed(ctx, card, state)])
  return readGridAgain(ctx, id)
}

type Wanted = z.output<typeof GridChange>

const shown = ({ expires_at, max_uses, groups }: StoredGrid) => ({
  expireDate: expires_at,
  maxUses: max_uses,
  groups: groups.map(({ name }) => name).join(', '),
})

/**
 * What is left out stays.
 * @throws not_found, group_not_found, grid_invalid_state, precondition_failed; in a transaction
 */
export const edit = async (
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
  const to = {
    ...(expireDate === undefined ? {} : { expires_at: ends }),
    ...(maxUses === undefined ? {} : { max_uses: maxUses }),
  }
  await updateRow(ctx, 'grids', { id: card.id, ...to })
  const edited = await readGridAgain(ctx, id)
  audit(ctx, 'GRID_UPDATED', { ...aboutOf(card), before: shown(card), after: shown(edited) })
  return edited
}

/** Deletes cards, each with its event. */
export const removeAll = async (ctx: Context, cards: readonly StoredGrid[]): Promise<void> => {
  await removeRows(ctx, 'grids', cards)
  for (const card of cards) audit(ctx, 'GRID_DELETED', aboutOf(card))
}

/** @throws not_found, precondition_failed; in a transaction */
export const remove = async (ctx: Context, id: string, owned: Owned): Promise<void> => {
  const card = await locked(ctx, { id }, owned)
  expectVersion(ctx, card.version)
  await removeAll(ctx, [card])
}
