import { sql } from 'kysely'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { settings } from '../../settings/families/index.ts'
import {
  cardWith,
  groupsOfNew,
  makeBatches,
  mostUnassigned,
  type PrintedCard,
} from './grid-making.ts'
import { stateAfter } from './grid-states.ts'
import {
  countUnassigned,
  type GridCard,
  gridsOf,
  holdSerials,
  insertGrids,
  type StoredGrid,
} from './grids.repository.ts'
import {
  assignment,
  attributesOf,
  type SwitchedState,
  subjectOf,
  switched,
  takenBack,
} from './grids.service.ts'

interface Sought {
  readonly ids?: readonly string[]
  readonly serials?: readonly number[]
}

/** Cards and whose they are; whoever asks for them may not know of all. */
const find = async (ctx: Context, { ids = [], serials = [] }: Sought) => {
  const { rows } = await sql<Pick<GridCard, 'id' | 'serial' | 'user_id'>>`
    select id, serial, user_id from grids where tenant_id = ${ctx.tenant.id}
      and (id = any (${ids}::uuid[]) or serial = any (${serials}::integer[]))
    order by id`.execute(ctx.db)
  return rows
}

/** Those of the cards that are still there, held until the transaction ends. */
const hold = async (
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredGrid>> => {
  if (ids.length === 0) return new Map()
  const these = sql<boolean>`g.id = any (${ids}::uuid[])`
  await sql`
    select from grids g where g.tenant_id = ${ctx.tenant.id} and ${these}
    order by g.id for update`.execute(ctx.db)
  const cards = await gridsOf(ctx).where(these).execute()
  return new Map(cards.map((card) => [card.id, card]))
}

interface Keeper {
  readonly id: string
  readonly groups: readonly { readonly id: string }[]
}

/** How many cards each has; whoever gives them more waits, as for one at a time. */
const countsOf = async (ctx: Context, owners: readonly string[]) => {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('grids of ' || o.id, 0))
    from (select id from unnest(${owners}::text[]) u (id) order by id) o`.execute(ctx.db)
  const { rows } = await sql<{ user_id: string; count: number }>`
    select user_id, count(*)::integer as count from grids
    where tenant_id = ${ctx.tenant.id} and user_id = any (${owners}::uuid[])
    group by user_id`.execute(ctx.db)
  return new Map(rows.map(({ user_id: owner, count }) => [owner, count]))
}

type CardChange = Partial<
  Pick<
    GridCard,
    'state' | 'user_id' | 'retired' | 'assigned_at' | 'activated_at' | 'expires_at' | 'max_uses'
  >
>

interface Change {
  readonly card: StoredGrid
  readonly columns: CardChange
}

const update = async (ctx: Context, changes: readonly Change[]): Promise<void> => {
  if (changes.length === 0) return
  const rows = changes.map(({ card, columns }) => {
    const { id, state, user_id, retired, assigned_at, activated_at, expires_at, max_uses } = card
    const before = { state, user_id, retired, assigned_at, activated_at, expires_at, max_uses }
    return { id, ...before, ...columns }
  })
  await sql`
    update grids g set state = r.state, user_id = r.user_id, retired = r.retired,
      assigned_at = r.assigned_at, activated_at = r.activated_at, expires_at = r.expires_at,
      max_uses = r.max_uses, version = g.version + 1
    from jsonb_populate_recordset(null::grids, ${JSON.stringify(rows)}::jsonb) r
    where g.tenant_id = ${ctx.tenant.id} and g.id = r.id`.execute(ctx.db)
}

interface Given extends Change {
  readonly userId: string
}

/** @throws grid_limit_reached */
type TakeRoom = (keeper: Keeper) => Promise<void>

/** Whether each may have one more card, one after the other. */
const rooms = async (ctx: Context, owners: readonly string[]): Promise<TakeRoom> => {
  const counts = await countsOf(ctx, owners)
  return async (keeper) => {
    const { maximumPerUser } = await settings.grid(ctx, keeper)
    const count = counts.get(keeper.id) ?? 0
    if (count >= maximumPerUser) throw new ApiError('grid_limit_reached')
    counts.set(keeper.id, count + 1)
  }
}

/** @throws grid_already_assigned, grid_limit_reached */
type Judge = (card: StoredGrid, keeper: Keeper) => Promise<Given>

/** Whether each card may be given to whom, one after the other; the cards are held. */
const judge = async (ctx: Context, owners: readonly string[]): Promise<Judge> => {
  const takeRoom = await rooms(ctx, owners)
  return async (card, keeper) => {
    const state = stateAfter(card.state, 'ASSIGN')
    if (state === null) throw new ApiError('grid_already_assigned')
    await takeRoom(keeper)
    const columns = { ...(await assignment(ctx, keeper)), user_id: keeper.id, state }
    return { card, userId: keeper.id, columns }
  }
}

/** Gives many cards, each with its event. */
const give = async (ctx: Context, all: readonly Given[]): Promise<void> => {
  await update(ctx, all)
  for (const { card, userId } of all) {
    audit(ctx, 'GRID_ASSIGNED', { subject: subjectOf(card), attributes: { user: userId } })
  }
}

/** What becomes of a card. @throws grid_invalid_state */
const changed = (
  ctx: Context,
  card: StoredGrid,
  wanted: SwitchedState | 'UNASSIGNED',
): Change & { readonly isTakenBack: boolean } =>
  wanted === 'UNASSIGNED'
    ? { card, columns: takenBack(card), isTakenBack: true }
    : { card, columns: switched(ctx, card, wanted), isTakenBack: false }

/** Switches many cards on or off, cancels them or takes them back, each with its event. */
const change = async (
  ctx: Context,
  changes: readonly ReturnType<typeof changed>[],
): Promise<void> => {
  await update(ctx, changes)
  for (const { card, columns, isTakenBack } of changes) {
    const about = { subject: subjectOf(card), attributes: attributesOf(card) }
    if (isTakenBack) audit(ctx, 'GRID_UNASSIGNED', about)
    else {
      const [before, after] = [{ state: card.state }, { state: columns.state }]
      audit(ctx, 'GRID_STATE_CHANGED', { ...about, before, after })
    }
  }
}

/** Deletes many cards, each with its event. */
const remove = async (ctx: Context, cards: readonly StoredGrid[]): Promise<void> => {
  if (cards.length === 0) return
  await sql`delete from grids where tenant_id = ${ctx.tenant.id}
    and id = any (${cards.map(({ id }) => id)}::uuid[])`.execute(ctx.db)
  for (const card of cards) {
    audit(ctx, 'GRID_DELETED', { subject: subjectOf(card), attributes: attributesOf(card) })
  }
}

interface NewCard {
  readonly printed: PrintedCard
  readonly groups: readonly string[]
}

/** Takes over cards that were printed elsewhere, each with its event; their ids, in order. */
const insert = async (ctx: Context, wanted: readonly NewCard[]): Promise<readonly string[]> => {
  const made = await Promise.all(
    wanted.map(async ({ printed, groups }) => ({
      card: await cardWith(ctx, printed),
      groups: groupsOfNew(ctx, groups),
    })),
  )
  await insertGrids(ctx, made)
  for (const { card } of made) audit(ctx, 'GRID_CREATED', { subject: subjectOf(card) })
  return made.map(({ card }) => card.id)
}

/** The last number, and how many more cards nobody may have; others wait who make or count them. */
const room = async (ctx: Context) => {
  const last = await holdSerials(ctx)
  return { last, left: mostUnassigned - (await countUnassigned(ctx)) }
}

/** Cards by the hundred, for bulk operations: a few statements whatever their number. */
export const gridSets = {
  find,
  hold,
  judge,
  give,
  changed,
  change,
  remove,
  insert,
  room,
  rooms,
  make: makeBatches,
} as const
