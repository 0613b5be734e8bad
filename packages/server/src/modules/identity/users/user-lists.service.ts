import { UserPageRequest } from '@signet/contract/identity/user-lists'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import type { JobKind } from '../../../kit/jobs.ts'
import { mostCounted, readPage, searchOf, type Total, type Window } from '../../../kit/lists.ts'
import type { Position } from '../../../kit/page.ts'
import { boundedCache } from '../../../platform/bounded-cache.ts'
import { groupsInSight, seesGroup } from '../groups/index.ts'
import { listMembers } from './member-lists.repository.ts'
import {
  estimateTotal,
  type ListedUser,
  listPage,
  mostFound,
  type SortColumn,
  type UserFilter,
} from './user-lists.repository.ts'
import { summaryOf } from './users.present.ts'

type Wanted = z.output<typeof UserPageRequest>

/** The groups that the list is of: those asked for among those the actor is limited to. */
const groupsOf = (ctx: Context, groupId: string | undefined): readonly string[] | null => {
  const seen = groupsInSight(ctx)
  if (groupId === undefined) return seen === 'ALL' ? null : seen
  return seesGroup(ctx, groupId) ? [groupId] : []
}

const filterOf = (ctx: Context, wanted: Wanted): UserFilter => ({
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
  invitation: wanted.invitation ?? null,
  now: wanted.invitation === undefined ? null : ctx.platform.clock.now(),
  ...searchOf(wanted.search),
})

/** Estimates of long lists hold for a while: counting them costs more than showing them. */
const longTotals = boundedCache<Total>(10_000, { ttl: 30_000 })

/** Without the time, which is another with each request. */
const keyOf = (filter: UserFilter): string => JSON.stringify({ ...filter, now: null })

const firstTotal = async (ctx: Context, filter: UserFilter, counted: number): Promise<Total> => {
  if (filter.term !== null) return { count: counted, estimated: counted > mostFound }
  if (counted <= mostCounted) return { count: counted, estimated: false }
  const estimate = await estimateTotal(ctx.db, filter)
  const total = { count: Math.max(estimate, mostCounted + 1), estimated: true }
  longTotals.set(keyOf(filter), total)
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
  const { sortBy } = wanted
  const filter = filterOf(ctx, wanted)
  const read = async (window: Window) => {
    const known = carriedTotal(window.position) ?? longTotals.get(keyOf(filter)) ?? null
    const asked = { ...window, sortBy, counting: known === null }
    const rows =
      filter.groups === null || filter.term !== null
        ? await listPage(ctx.db, filter, asked)
        : await listMembers(ctx.db, { ...filter, groups: filter.groups }, asked)
    const total = known ?? (await firstTotal(ctx, filter, Number(rows[0]?.total ?? 0)))
    return { rows, total }
  }
  const edge = (row: ListedUser, { count, estimated }: Total) => [
    sortKeyOf(row, sortBy),
    row.id,
    count,
    estimated ? 1 : 0,
  ]
  const page = await readPage(ctx, wanted, { name: 'users', read, edge })
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
  const window = { sortBy, backwards: false, limit: mostAtOnce, counting: false }
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
