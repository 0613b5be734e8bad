import type {
  AssignedSmartCardPageRequest,
  UnassignedSmartCardPageRequest,
} from '@signet/contract/issuance/smart-cards'
import { chipNumber } from '@signet/rules/smart-cards'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { type Position, pageOf, positionOf } from '../../../kit/page.ts'
import { seesGroup } from '../../identity/groups/index.ts'
import { presentCard } from './smart-cards.present.ts'
import { cardInSight, cardsOf, isForAny } from './smart-cards.repository.ts'

type Assigned = z.output<typeof AssignedSmartCardPageRequest>
type Unassigned = z.output<typeof UnassignedSmartCardPageRequest>

interface Filter {
  readonly isAssigned: boolean
  readonly search?: string | undefined
  readonly cardType?: Assigned['cardType']
  readonly state?: Unassigned['state']
  readonly groupId?: string | undefined
  readonly userId?: string | undefined
}

const last = String.fromCodePoint(0x10ffff)

/** A prefix of either number; a chip's may be typed as readers print it. */
const beginsWith = (search: string) => {
  const serial = search.toLowerCase()
  const csn = chipNumber(search) ?? search.replaceAll(/[ :-]/g, '').toUpperCase()
  return sql<boolean>`((c.serial_key >= ${serial} and c.serial_key < ${serial + last})
    or (c.csn >= ${csn} and c.csn < ${csn + last}))`
}

const matching = (ctx: Context, filter: Filter) => {
  const { isAssigned, search, cardType, state, groupId, userId } = filter
  let query = cardsOf(ctx)
    .where('c.user_id', isAssigned ? 'is not' : 'is', null)
    .where(cardInSight(ctx))
  if (search !== undefined) query = query.where(beginsWith(search))
  if (cardType !== undefined) query = query.where('c.card_type', '=', cardType)
  if (state !== undefined) query = query.where('c.is_withdrawn', '=', state === 'WITHDRAWN')
  if (groupId !== undefined) {
    query = query.where(isForAny(seesGroup(ctx, groupId) ? [groupId] : []))
  }
  if (userId !== undefined) query = query.where('c.user_id', '=', userId)
  return query
}

const exactUpTo = 10_000

/** Counted to 10,000 and no further. */
const countOf = async (ctx: Context, filter: Filter) => {
  const found = matching(ctx, filter).clearSelect().select('c.id')
  const { count } = await ctx.db
    .selectFrom(found.limit(exactUpTo + 1).as('found'))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return { count: Math.min(Number(count), exactUpTo), estimated: Number(count) > exactUpTo }
}

interface Window {
  readonly limit: number
  readonly descending: boolean
  readonly position: Position | null
}

/** By serial number; up to limit + 1, the other way round for an earlier page. */
const rowsOf = (ctx: Context, filter: Filter, { limit, descending, position }: Window) => {
  const isBack = descending !== (position?.direction === 'prev')
  const edge = String(position?.after[0])
  return matching(ctx, filter)
    .$if(position !== null, (query) => query.where('c.serial_key', isBack ? '<' : '>', edge))
    .orderBy('c.serial_key', isBack ? 'desc' : 'asc')
    .limit(limit + 1)
    .execute()
}

interface Asked extends Omit<Window, 'position'> {
  readonly cursor?: string | undefined
}

const page = async (ctx: Context, { limit, descending, cursor }: Asked, filter: Filter) => {
  const list = `smart-cards ${descending} ${JSON.stringify(filter)}`
  const position = positionOf(ctx, list, cursor)
  const [rows, total] = await Promise.all([
    rowsOf(ctx, filter, { limit, descending, position }),
    countOf(ctx, filter),
  ])
  const edge = ({ serial_key }: (typeof rows)[number]) => [serial_key]
  const found = pageOf(ctx, { list, limit, position, rows, edge, total })
  return { ...found, results: found.results.map((card) => presentCard(ctx, card)) }
}

/** Cards that people have whom the actor manages. */
export const listAssigned = (ctx: Context, { limit, cursor, descending, ...filter }: Assigned) =>
  page(ctx, { limit, cursor, descending }, { ...filter, isAssigned: true })

/** Cards that nobody has, of the groups the actor is limited to. */
export const listUnassigned = (
  ctx: Context,
  { limit, cursor, descending, ...filter }: Unassigned,
) => page(ctx, { limit, cursor, descending }, { ...filter, isAssigned: false })
