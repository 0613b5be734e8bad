import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { insertRows, replaceLinks } from '../../../platform/db/row-sets.ts'
import type { GridRow } from '../../../platform/db/schema/grids.ts'
import { groupsInSight, inSight } from '../../identity/groups/index.ts'

/** The row itself. */
export type GridCard = Selectable<GridRow>

/** With what is shown beside it. */
export interface StoredGrid extends GridCard {
  readonly owner_name: string | null
  readonly groups: readonly { readonly id: string; readonly name: string }[]
}

/** Cards with their owners' names and their groups. */
export const gridsOf = (ctx: Context) =>
  ctx.db
    .selectFrom('grids as g')
    .leftJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'g.tenant_id').onRef('u.id', '=', 'g.user_id'),
    )
    .selectAll('g')
    .select('u.user_id as owner_name')
    .select(
      sql<StoredGrid['groups']>`(
        select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name_key), '[]')
        from grid_groups x join groups r on r.tenant_id = x.tenant_id and r.id = x.group_id
        where x.tenant_id = g.tenant_id and x.grid_id = g.id)`.as('groups'),
    )
    .where('g.tenant_id', '=', ctx.tenant.id)

/** Whether the actor manages the card: by its owner, or while it has none by its groups. */
export const gridInSight = (ctx: Context) => {
  const groups = groupsInSight(ctx)
  if (groups === 'ALL') return sql<boolean>`true`
  return sql<boolean>`case when g.user_id is null
    then exists (select 1 from grid_groups x where x.tenant_id = g.tenant_id
      and x.grid_id = g.id and x.group_id = any(${groups}::uuid[]))
    else ${inSight(ctx, 'g.user_id')} end`
}

export const findGrid = (ctx: Context, id: string): Promise<StoredGrid | undefined> =>
  gridsOf(ctx).where('g.id', '=', id).where(gridInSight(ctx)).executeTakeFirst()

export const findGridBySerial = (ctx: Context, serial: string): Promise<StoredGrid | undefined> =>
  gridsOf(ctx).where('g.serial', '=', Number(serial)).where(gridInSight(ctx)).executeTakeFirst()

export const listGridsOf = (ctx: Context, userId: string): Promise<StoredGrid[]> =>
  gridsOf(ctx).where('g.user_id', '=', userId).orderBy('g.serial').limit(50).execute()

interface Sought {
  readonly ids?: readonly string[]
  readonly serials?: readonly number[]
}

const these = ({ ids = [], serials = [] }: Sought) =>
  sql<boolean>`(g.id = any (${ids}::uuid[]) or g.serial = any (${serials}::integer[]))`

/** Cards and whose they are; the caller may not know of all. */
export const findGrids = (
  ctx: Context,
  sought: Sought,
): Promise<Pick<GridCard, 'id' | 'serial' | 'user_id'>[]> =>
  ctx.db
    .selectFrom('grids as g')
    .select(['g.id', 'g.serial', 'g.user_id'])
    .where('g.tenant_id', '=', ctx.tenant.id)
    .where(these(sought))
    .orderBy('g.id')
    .execute()

/** Those that exist, held until the transaction ends: what happens to a card happens in turn. */
export const holdGrids = async (ctx: Context, sought: Sought): Promise<readonly StoredGrid[]> => {
  const held = await ctx.db
    .selectFrom('grids as g')
    .select('g.id')
    .where('g.tenant_id', '=', ctx.tenant.id)
    .where(these(sought))
    .orderBy('g.id')
    .forUpdate()
    .execute()
  if (held.length === 0) return []
  return gridsOf(ctx)
    .where(these({ ids: held.map(({ id }) => id) }))
    .orderBy('g.id')
    .execute()
}

/** Where a tenant's serial numbers begin: nobody guesses which there are. */
const firstSerial = (ctx: Context): number =>
  10_000_000 + (ctx.platform.ids.random(4).readUInt32BE() % 80_000_000)

/** One at a time makes cards of a tenant or counts them; until the transaction ends. */
export const holdSerials = async (ctx: Context): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`grids ${ctx.tenant.id}`}, 0))`.execute(
    ctx.db,
  )
  const { last } = await ctx.db
    .selectFrom('grids')
    .select((eb) => eb.fn.max('serial').as('last'))
    .where('tenant_id', '=', ctx.tenant.id)
    .executeTakeFirstOrThrow()
  return last ?? firstSerial(ctx)
}

export const countUnassigned = async (ctx: Context): Promise<number> => {
  const { count } = await ctx.db
    .selectFrom('grids')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export interface NewGrid {
  readonly card: GridCard
  readonly groups: readonly string[]
}

export const insertGrids = async (ctx: Context, all: readonly NewGrid[]): Promise<void> => {
  await insertRows(
    ctx,
    'grids',
    all.map(({ card }) => card),
  )
  const links = all.flatMap(({ card, groups }) => groups.map((group) => ({ grid: card.id, group })))
  if (links.length === 0) return
  await sql`
    insert into grid_groups (tenant_id, grid_id, group_id)
    select ${ctx.tenant.id}::uuid, unnest(${links.map(({ grid }) => grid)}::uuid[]),
      unnest(${links.map(({ group }) => group)}::uuid[])`.execute(ctx.db)
}

export const replaceGroups = (ctx: Context, id: string, ids: readonly string[]): Promise<void> =>
  replaceLinks(ctx, { table: 'grid_groups', from: 'grid_id', to: 'group_id' }, { id, ids })

export const readGridAgain = (ctx: Context, id: string): Promise<StoredGrid> =>
  gridsOf(ctx).where('g.id', '=', id).executeTakeFirstOrThrow()
