import {
  AssignedGridPageRequest,
  UnassignedGridPageRequest,
} from '@signet/contract/authenticators/grid-lists'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import type { JobKind } from '../../../kit/jobs.ts'
import { type Position, pageOf, positionOf } from '../../../kit/page.ts'
import { settings } from '../../settings/families/index.ts'
import { presentGrid } from './grids.present.ts'
import { gridInSight, gridsOf } from './grids.repository.ts'

type Assigned = z.output<typeof AssignedGridPageRequest>
type Unassigned = z.output<typeof UnassignedGridPageRequest>

interface Filter {
  readonly isAssigned: boolean
  readonly userId?: string | undefined
  readonly state?: Assigned['state']
  readonly groupId?: string | undefined
  readonly serialFrom?: string | undefined
}

const matching = (ctx: Context, { isAssigned, userId, state, groupId, serialFrom }: Filter) =>
  gridsOf(ctx)
    .where('g.user_id', isAssigned ? 'is not' : 'is', null)
    .where(gridInSight(ctx))
    .$if(userId !== undefined, (query) => query.where('g.user_id', '=', userId ?? ''))
    .$if(state !== undefined, (query) => query.where('g.state', '=', state ?? 'ACTIVE'))
    .$if(serialFrom !== undefined, (query) => query.where('g.serial', '>=', Number(serialFrom)))
    .$if(groupId !== undefined, (query) =>
      query.where(
        sql<boolean>`exists (select 1 from grid_groups x where x.tenant_id = g.tenant_id
          and x.grid_id = g.id and x.group_id = ${groupId}::uuid)`,
      ),
    )

const exactUpTo = 10_000

/** Counted to 10,000 and no further. */
const countOf = async (ctx: Context, filter: Filter) => {
  const { count } = await ctx.db
    .selectFrom(
      matching(ctx, filter)
        .clearSelect()
        .select('g.id')
        .limit(exactUpTo + 1)
        .as('found'),
    )
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
  const edge = Number(position?.after[0])
  return matching(ctx, filter)
    .$if(position !== null, (query) => query.where('g.serial', isBack ? '<' : '>', edge))
    .orderBy('g.serial', isBack ? 'desc' : 'asc')
    .limit(limit + 1)
    .execute()
}

interface Asked extends Omit<Window, 'position'> {
  readonly cursor?: string | undefined
}

const page = async (ctx: Context, { limit, descending, cursor }: Asked, filter: Filter) => {
  const name = `grids ${descending} ${JSON.stringify(filter)}`
  const position = positionOf(ctx, name, cursor)
  await settings.grid(ctx)
  const [rows, total] = await Promise.all([
    rowsOf(ctx, filter, { limit, descending, position }),
    countOf(ctx, filter),
  ])
  const found = pageOf(ctx, {
    list: name,
    limit,
    position,
    rows,
    edge: ({ serial }) => [serial],
    total,
  })
  return { ...found, results: found.results.map((card) => presentGrid(ctx, card)) }
}

/** Cards that people have whom the actor manages. */
export const listAssigned = (ctx: Context, wanted: Assigned) => {
  const { limit, cursor, descending, ...filter } = wanted
  return page(ctx, { limit, cursor, descending }, { ...filter, isAssigned: true })
}

/** Cards that nobody has, of the groups the actor is limited to. */
export const listUnassigned = (ctx: Context, wanted: Unassigned) => {
  const { limit, cursor, descending, ...filter } = wanted
  return page(ctx, { limit, cursor, descending }, { ...filter, isAssigned: false })
}

export const assignedGridJob: JobKind<Assigned> = {
  name: 'grids-assigned',
  request: AssignedGridPageRequest,
  needs: ['GRIDS', 'VIEW'],
  run: listAssigned,
}

export const unassignedGridJob: JobKind<Unassigned> = {
  name: 'grids-unassigned',
  request: UnassignedGridPageRequest,
  needs: ['GRIDS', 'VIEW'],
  run: listUnassigned,
}
