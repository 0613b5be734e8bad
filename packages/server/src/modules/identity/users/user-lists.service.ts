import { UserPageRequest } from '@signet/contract/identity/user-lists'
import { foldName } from '@signet/rules/text'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import type { JobKind } from '../../../kit/jobs.ts'
import { type Position, pageOf, positionOf } from '../../../kit/page.ts'
import { boundedCache } from '../../../platform/bounded-cache.ts'
import { groupsInSight, seesGroup } from '../groups/index.ts'
import { listMembers } from './member-lists.repository.ts'
import {
  estimateTotal,
  type ListedUser,
  listPage,
  mostCounted,
  mostFound,
  type SortColumn,
  type UserFilter,
} from './user-lists.repository.ts'
import { summaryOf } from './users.present.ts'

type Wanted = z.output<typeof UserPageRequest>

interface Total {
  readonly count: number
  readonly estimated: boolean
}

/** Three characters make a trigram; fewer are looked for at the beginning only. */
const shortest = 3

/** The groups that the list is of: those asked for among those the actor is limited to. */
const groupsOf = (ctx: Context, groupId: string | undefined): readonly string[] | null => {
  const seen = groupsInSight(ctx)
  if (groupId === undefined) return seen === 'ALL' ? null : seen
  return seesGroup(ctx, groupId) ? [groupId] : []
}

const filterOf = (ctx: Context, wanted: Wanted): UserFilter => {
  const term = wanted.search === undefined ? null : foldName(wanted.search)
  const isShort = term !== null && [...term].length < shortest
  return {
    tenantId: ctx.tenant.id,
    state: wanted.state ?? null,
    type: wanted.type ?? null,
    locked: wanted.locked ?? null,
    roleId: wanted.roleId ?? null,
    groups: groupsOf(ctx, wanted.groupId),
    organizationId: wanted.organizationId ?? null,
    oauthRoleId: wanted.oauthRoleId ?? null,
    createdFrom: wanted.createdFrom === undefined ? null : new Date(wanted.createdFrom),
    createdUntil: wanted.createdUntil === undefined ? null : new Date(wanted.createdUntil),
    prefix: isShort ? term : null,
    term: isShort ? null : term,
  }
}

/** Estimates of long lists hold for a while: counting them costs more than showing them. */
const longTotals = boundedCache<Total>(10_000, { ttl: 30_000 })

const firstTotal = async (ctx: Context, filter: UserFilter, counted: number): Promise<Total> => {
  if (filter.term !== null) return { count: counted, estimated: counted > mostFound }
  if (counted <= mostCounted) return { count: counted, estimated: false }
  const estimate = await estimateTotal(ctx.db, filter)
  const total = { count: Math.max(estimate, mostCounted + 1), estimated: true }
  longTotals.set(JSON.stringify(filter), total)
  return total
}

const CarriedTotal = z.tuple([
  z.unknown(),
  z.unknown(),
  z.number(),
  z.union([z.literal(0), z.literal(1)]),
])

/** Later pages carry the first one's total in their cursor. */
const carriedTotal = (position: Position | null): Total | null => {
  if (position === null) return null
  const carried = CarriedTotal.safeParse(position.after)
  return carried.success ? { count: carried.data[2], estimated: carried.data[3] === 1 } : null
}

const sortKeyOf = (row: ListedUser, sortBy: SortColumn): string => {
  if (sortBy === 'created') return row.created_at.toISOString()
  return sortBy === 'userId' ? row.user_id_key : row.name_key
}

/** A page of the users that the actor sees; one statement, now and then one more for an estimate. */
export const list = async (ctx: Context, wanted: Wanted) => {
  const { limit, cursor, sortBy, descending, ...rest } = wanted
  const name = `users ${sortBy} ${descending} ${JSON.stringify(rest)}`
  const position = positionOf(ctx, name, cursor)
  const filter = filterOf(ctx, wanted)
  const known = carriedTotal(position) ?? longTotals.get(JSON.stringify(filter)) ?? null
  const window = { sortBy, descending, limit, position, counting: known === null }
  const rows =
    filter.groups === null || filter.term !== null
      ? await listPage(ctx.db, filter, window)
      : await listMembers(ctx.db, { ...filter, groups: filter.groups }, window)
  const total = known ?? (await firstTotal(ctx, filter, Number(rows[0]?.total ?? 0)))
  const page = pageOf(ctx, {
    list: name,
    limit,
    position,
    rows,
    edge: (row) => [sortKeyOf(row, sortBy), row.id, total.count, total.estimated ? 1 : 0],
    total,
  })
  return { ...page, results: page.results.map(summaryOf) }
}

export const userListJob: JobKind<Wanted> = {
  name: 'users',
  request: UserPageRequest,
  needs: ['USERS', 'VIEW'],
  run: list,
}

const mostAtOnce = 5000

/** Everyone who matches and whom the actor sees, by their ids, some thousand at a time. */
export async function* matchingUserIds(
  ctx: Context,
  filter: Omit<Wanted, 'limit' | 'cursor' | 'sortBy' | 'descending'>,
): AsyncGenerator<readonly string[]> {
  const sortBy = 'userId' as const
  const wanted = filterOf(ctx, { ...filter, sortBy, descending: false, limit: 100 })
  const window = { sortBy, descending: false, limit: mostAtOnce, counting: false }
  let position: Position | null = null
  for (;;) {
    const found: readonly ListedUser[] = await listPage(ctx.db, wanted, { ...window, position })
    const rows = found.slice(0, mostAtOnce)
    yield rows.map(({ id }) => id)
    const last = rows.at(-1)
    if (last === undefined || found.length <= mostAtOnce) return
    position = { after: [last.user_id_key, last.id], direction: 'next' }
  }
}
