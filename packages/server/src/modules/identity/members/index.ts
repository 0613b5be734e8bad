import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { countOf, mostCounted, type Total } from '../../../kit/lists.ts'

const namesShown = 5

interface Link {
  readonly userId: string
  /** The group or the organization. */
  readonly id: string
}

/** One value whatever the number of links. */
const asRows = (links: readonly Link[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(
    links.map(({ userId, id }) => ({ user_id: userId, id })),
  )}::jsonb) as l (user_id uuid, id uuid)`

interface Links {
  readonly table: RawBuilder<unknown>
  /** Its column of the group or organization. */
  readonly owner: RawBuilder<unknown>
}

/** How many members each of these has, in one statement. */
const countEach = async (
  { db, tenant }: Context,
  { table, owner }: Links,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Total>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; count: number }>`
    select o.id, (select count(*)::integer from (select from ${table} m
        where m.tenant_id = ${tenant.id}::uuid and m.${owner} = o.id
        limit ${sql.lit(mostCounted + 1)}) counted) as count
    from unnest(${ids}::uuid[]) o (id)`.execute(db)
  return new Map(
    rows.map(({ id, count }) => [
      id,
      { count: Math.min(count, mostCounted), estimated: count > mostCounted },
    ]),
  )
}

/** The links of users to groups or organizations. */
export const membersOf = (owners: 'groups' | 'organizations') => {
  const table = sql.table(`user_${owners}`)
  const owner = sql.ref(owners === 'groups' ? 'group_id' : 'organization_id')
  const of = ({ tenant }: Context, id: string) =>
    sql`${table} m where m.tenant_id = ${tenant.id}::uuid and m.${owner} = ${id}::uuid`
  return {
    /** Counted up to 10,000; beyond, the planner's idea. */
    count: (ctx: Context, id: string): Promise<Total> =>
      countOf(ctx.db, sql`select from ${of(ctx, id)}`),

    /** Of each of a page of owners: counted up to 10,000, of more no further. */
    countEach: (ctx: Context, ids: readonly string[]) => countEach(ctx, { table, owner }, ids),

    /** The first few by name, for people to read. */
    names: async (ctx: Context, id: string): Promise<string[]> => {
      const { rows } = await sql<{ user_id: string }>`
        select u.user_id from (select m.user_id, m.name_key from ${of(ctx, id)}) m
          join users u on u.tenant_id = ${ctx.tenant.id}::uuid and u.id = m.user_id
        order by m.name_key limit ${sql.lit(namesShown)}`.execute(ctx.db)
      return rows.map(({ user_id: name }) => name)
    },

    /** Any number at once; users and owners that are not here are passed over. */
    insert: async ({ db, tenant }: Context, links: readonly Link[]): Promise<void> => {
      if (links.length === 0) return
      await sql`
        insert into ${table} (tenant_id, user_id, ${owner}, name_key)
        select u.tenant_id, u.id, o.id, u.name_key from ${asRows(links)}
          join users u on u.tenant_id = ${tenant.id}::uuid and u.id = l.user_id
          join ${sql.table(owners)} o on o.tenant_id = ${tenant.id}::uuid and o.id = l.id
        order by u.id, o.id
        for no key update of u
        on conflict do nothing`.execute(db)
    },

    remove: async ({ db, tenant }: Context, links: readonly Link[]): Promise<void> => {
      if (links.length === 0) return
      await sql`
        delete from ${table} m using ${asRows(links)}
        where m.tenant_id = ${tenant.id}::uuid and m.user_id = l.user_id
          and m.${owner} = l.id`.execute(db)
    },
  } as const
}
