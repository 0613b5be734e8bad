import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
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

type Named = { readonly id: string } | { readonly serial: string }

/** Held until the transaction ends: what happens to a card happens one after the other. */
export const lockGrid = async (ctx: Context, named: Named): Promise<StoredGrid | undefined> => {
  const locked = await ctx.db
    .selectFrom('grids')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .$if('id' in named, (query) => query.where('id', '=', 'id' in named ? named.id : ''))
    .$if('serial' in named, (query) =>
      query.where('serial', '=', 'serial' in named ? Number(named.serial) : 0),
    )
    .forUpdate()
    .executeTakeFirst()
  return locked === undefined
    ? undefined
    : gridsOf(ctx).where('g.id', '=', locked.id).executeTakeFirst()
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

/** Holds whoever a card is given to, so that two given at once are counted one by one. */
export const countGridsOf = async (ctx: Context, userId: string): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`grids of ${userId}`}, 0))`.execute(
    ctx.db,
  )
  const { count } = await ctx.db
    .selectFrom('grids')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
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

/** Of one statement: a card takes some twenty parameters, and there may be 65,535. */
const insertedAtOnce = 500

export const insertGrids = async (ctx: Context, all: readonly NewGrid[]): Promise<void> => {
  for (let from = 0; from < all.length; from += insertedAtOnce) {
    const cards = all.slice(from, from + insertedAtOnce).map(({ card }) => card)
    await ctx.db.insertInto('grids').values(cards).execute()
  }
  const links = all.flatMap(({ card, groups }) => groups.map((group) => ({ grid: card.id, group })))
  if (links.length === 0) return
  await sql`
    insert into grid_groups (tenant_id, grid_id, group_id)
    select ${ctx.tenant.id}::uuid, unnest(${links.map(({ grid }) => grid)}::uuid[]),
      unnest(${links.map(({ group }) => group)}::uuid[])`.execute(ctx.db)
}

type GridChange = Partial<Omit<GridCard, 'tenant_id' | 'id' | 'serial' | 'version'>>

export const updateGrid = async (ctx: Context, id: string, change: GridChange): Promise<void> => {
  await ctx.db
    .updateTable('grids')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

export const replaceGroups = async (
  ctx: Context,
  id: string,
  groups: readonly string[],
): Promise<void> => {
  await ctx.db
    .deleteFrom('grid_groups')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('grid_id', '=', id)
    .execute()
  if (groups.length === 0) return
  const rows = groups.map((group_id) => ({ tenant_id: ctx.tenant.id, grid_id: id, group_id }))
  await ctx.db.insertInto('grid_groups').values(rows).execute()
}

export const removeGrid = async (ctx: Context, id: string): Promise<void> => {
  await ctx.db
    .deleteFrom('grids')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

export const readGridAgain = (ctx: Context, id: string): Promise<StoredGrid> =>
  gridsOf(ctx).where('g.id', '=', id).executeTakeFirstOrThrow()
