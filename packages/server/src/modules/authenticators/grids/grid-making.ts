import type { GridShape } from '@signet/algorithms/grid'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { expectGroups, groupsInSight } from '../../identity/groups/index.ts'
import { settings } from '../../settings/families/index.ts'
import { freshCells, sealCells } from './grid-cells.ts'
import {
  countUnassigned,
  type GridCard,
  gridsOf,
  holdSerials,
  insertGrids,
  type NewGrid,
  readGridAgain,
  type StoredGrid,
} from './grids.repository.ts'
import { assignment, rooms, subjectOf } from './grids.service.ts'

/** Unassigned cards of a tenant. */
export const mostUnassigned = 5000

type Given = Pick<
  Partial<GridCard>,
  'user_id' | 'state' | 'assigned_at' | 'expires_at' | 'max_uses'
>

/** A card of the tenant's shape that is unassigned. */
const newCard = async (ctx: Context, serial: number, given: Given = {}): Promise<GridCard> => {
  const { rows, columns, cellLength } = await settings.grid(ctx)
  const shape = { rows, columns, cellLength }
  return cardWith(ctx, { serial, shape, cells: freshCells(ctx, shape) }, given)
}

interface PrintedCard {
  readonly serial: number
  readonly shape: GridShape
  /** Row by row. */
  readonly cells: readonly string[]
}

/** A card with these contents. */
export const cardWith = async (
  ctx: Context,
  { serial, shape: { rows, columns, cellLength }, cells }: PrintedCard,
  given: Given = {},
): Promise<GridCard> => {
  const id = ctx.platform.ids.uuid()
  return {
    tenant_id: ctx.tenant.id,
    id,
    serial,
    user_id: null,
    state: 'UNASSIGNED',
    retired: null,
    rows,
    columns,
    cell_length: cellLength,
    sealed_cells: await sealCells(ctx, id, cells),
    shown: Buffer.alloc(rows * columns * 2),
    uses: 0,
    max_uses: null,
    created_at: ctx.platform.clock.now(),
    assigned_at: null,
    activated_at: null,
    expires_at: null,
    last_used_at: null,
    mailed_at: null,
    version: 1,
    ...given,
  }
}

/** A card for a user. @throws grid_limit_reached; in a transaction */
export const createFor = async (ctx: Context, userId: string): Promise<StoredGrid> => {
  const takeRoom = await rooms(ctx, [userId])
  await takeRoom(userId)
  const serial = (await holdSerials(ctx)) + 1
  const given = { ...(await assignment(ctx, userId)), state: 'PENDING' } as const
  const card = await newCard(ctx, serial, given)
  await insertGrids(ctx, [{ card, groups: [] }])
  audit(ctx, 'GRID_CREATED', { subject: subjectOf(card), attributes: { user: userId } })
  return readGridAgain(ctx, card.id)
}

/** What new cards are of: an actor limited to groups makes cards of those. */
const groupsOfNew = (ctx: Context, wanted: readonly string[]): readonly string[] => {
  const sight = groupsInSight(ctx)
  return wanted.length > 0 || sight === 'ALL' ? [...new Set(wanted)] : sight
}

interface Batch {
  readonly numberOfGrids: number
  readonly groups: readonly string[]
}

/** The last number, and how many more unassigned cards there may be; others who make cards wait. */
export const room = async (ctx: Context) => {
  const last = await holdSerials(ctx)
  return { last, left: mostUnassigned - (await countUnassigned(ctx)) }
}

/** Makes unassigned cards, with numbers after the last one; in a transaction. */
export const makeBatches = async (
  ctx: Context,
  batches: readonly Batch[],
  last: number,
): Promise<readonly string[]> => {
  const made: NewGrid[] = []
  const numbers: string[] = []
  for (const { numberOfGrids, groups } of batches) {
    const from = last + made.length + 1
    const to = from + numberOfGrids - 1
    for (let serial = from; serial <= to; serial += 1) {
      made.push({ card: await newCard(ctx, serial), groups: groupsOfNew(ctx, groups) })
    }
    audit(ctx, 'GRIDS_CREATED', { attributes: { count: numberOfGrids, from, to } })
    numbers.push(`${from}-${to}`)
  }
  await insertGrids(ctx, made)
  return numbers
}

/** @throws group_not_found, grid_limit_reached; in a transaction */
export const createBatch = async (ctx: Context, batch: Batch): Promise<readonly StoredGrid[]> => {
  await expectGroups(ctx, batch.groups)
  const { last, left } = await room(ctx)
  if (batch.numberOfGrids > left) throw new ApiError('grid_limit_reached')
  await makeBatches(ctx, [batch], last)
  return gridsOf(ctx).where('g.serial', '>', last).orderBy('g.serial').execute()
}

interface NewCard {
  readonly printed: PrintedCard
  readonly groups: readonly string[]
}

/** Takes over cards that were printed elsewhere, each with its event; their ids, in order. */
export const insertPrinted = async (
  ctx: Context,
  wanted: readonly NewCard[],
): Promise<readonly string[]> => {
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
