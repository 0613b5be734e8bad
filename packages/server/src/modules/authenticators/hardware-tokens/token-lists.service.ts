import { TokenPageRequest } from '@signet/contract/authenticators/hardware-tokens'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import type { JobKind } from '../../../kit/jobs.ts'
import { mostCounted, readPage, type Total } from '../../../kit/lists.ts'
import type { Position } from '../../../kit/page.ts'
import { groupsInSight, seesGroup } from '../../identity/groups/index.ts'
import { tokens } from '../tokens/index.ts'
import {
  countQuery,
  estimate,
  type ListedRow,
  pageQuery,
  type TokenFilter,
} from './token-lists.repository.ts'

type Wanted = z.output<typeof TokenPageRequest>

/** The groups that stock is for: those asked for among those the actor is limited to. */
const stockGroups = (ctx: Context, groupId: string | undefined): readonly string[] | null => {
  const seen = groupsInSight(ctx)
  if (groupId === undefined) return seen === 'ALL' ? null : seen
  return seesGroup(ctx, groupId) ? [groupId] : []
}

const filterOf = (ctx: Context, wanted: Wanted, assigned: boolean): TokenFilter => {
  const seen = groupsInSight(ctx)
  return {
    tenantId: ctx.tenant.id,
    assigned,
    type: wanted.type ?? null,
    algorithmType: wanted.algorithmType ?? null,
    state: wanted.state ?? null,
    groups: assigned
      ? wanted.groupId === undefined
        ? null
        : [wanted.groupId]
      : stockGroups(ctx, wanted.groupId),
    ownersIn: assigned && seen !== 'ALL' ? seen : null,
    prefix: wanted.search?.toLowerCase() ?? null,
  }
}

const Carried = z.tuple([
  z.unknown(),
  z.unknown(),
  z.number(),
  z.union([z.literal(0), z.literal(1)]),
])

/** Later pages carry the first one's total in their cursor. */
const totalOf = async (
  ctx: Context,
  filter: TokenFilter,
  position: Position | null,
): Promise<Total> => {
  const carried = Carried.safeParse(position?.after)
  if (carried.success) return { count: carried.data[2], estimated: carried.data[3] === 1 }
  const { rows } = await countQuery(filter).execute(ctx.db)
  const count = rows[0]?.count ?? 0
  if (count <= mostCounted) return { count, estimated: false }
  return { count: Math.max(await estimate(ctx.db, filter), count), estimated: true }
}

const listed = async (ctx: Context, rows: readonly ListedRow[]) => {
  const groups = await tokens.groupsOf(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...tokens.presentBeside(row, { lockoutExpiry: null, groups: groups.get(row.id) }),
    userName: row.user_name,
  }))
}

const list = async (ctx: Context, wanted: Wanted, assigned: boolean) => {
  const filter = filterOf(ctx, wanted, assigned)
  const page = await readPage(ctx, wanted, {
    name: `tokens ${assigned}`,
    read: async (window) => {
      const total = await totalOf(ctx, filter, window.position)
      return { total, rows: (await pageQuery(filter, window).execute(ctx.db)).rows }
    },
    edge: (row, { count, estimated }) => [row.serial_key, row.id, count, estimated ? 1 : 0],
  })
  return { ...page, results: await listed(ctx, page.results) }
}

export const listAssigned = (ctx: Context, wanted: Wanted) => list(ctx, wanted, true)
export const listUnassigned = (ctx: Context, wanted: Wanted) => list(ctx, wanted, false)

const shared = { request: TokenPageRequest, needs: ['TOKENS', 'VIEW'] } as const
export const assignedTokensJob: JobKind<Wanted> = {
  ...shared,
  name: 'tokens-assigned',
  run: listAssigned,
}
export const unassignedTokensJob: JobKind<Wanted> = {
  ...shared,
  name: 'tokens-unassigned',
  run: listUnassigned,
}
