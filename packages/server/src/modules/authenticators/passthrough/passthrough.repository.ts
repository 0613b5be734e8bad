import { type CompiledQuery, type Insertable, type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { PassthroughRow } from '../../../platform/db/schema/connectors.ts'

export type StoredPassthrough = Selectable<PassthroughRow>

const ofTenant = ({ db, tenant }: Context) =>
  db.selectFrom('passthroughs').where('tenant_id', '=', tenant.id)

export const list = (ctx: Context): Promise<StoredPassthrough[]> =>
  ofTenant(ctx).selectAll().orderBy('name').orderBy('id').execute()

export const find = (ctx: Context, id: string): Promise<StoredPassthrough | undefined> =>
  ofTenant(ctx).selectAll().where('id', '=', id).executeTakeFirst()

export const findForChange = (ctx: Context, id: string): Promise<StoredPassthrough | undefined> =>
  ofTenant(ctx).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const insert = async (ctx: Context, row: Insertable<PassthroughRow>): Promise<void> => {
  await ctx.db.insertInto('passthroughs').values(row).execute()
}

export const update = async (
  ctx: Context,
  id: string,
  columns: Pick<Insertable<PassthroughRow>, 'name' | 'description' | 'enabled' | 'group_ids'>,
): Promise<void> => {
  await ctx.db
    .updateTable('passthroughs')
    .set((eb) => ({
      ...columns,
      version: eb('version', '+', 1),
      updated_at: ctx.platform.clock.now(),
    }))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

export const remove = async (ctx: Context, id: string): Promise<void> => {
  await ctx.db
    .deleteFrom('passthroughs')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

/** How many of these groups there are. */
export const countGroups = async (ctx: Context, ids: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from groups
    where tenant_id = ${ctx.tenant.id}::uuid and id = any(${ids}::uuid[])`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/** The definition that has the user; the first by name where several have. */
export const passthroughQuery = (
  ctx: Context,
  userId: string | null,
): CompiledQuery<{ readonly id: string }> =>
  sql<{ id: string }>`
    select p.id from passthroughs p
    where p.tenant_id = ${ctx.tenant.id}::uuid and p.enabled and ${userId}::uuid is not null
      and (p.group_ids = '[]' or exists (
        select 1 from user_groups g
        where g.tenant_id = ${ctx.tenant.id}::uuid and g.user_id = ${userId}::uuid
          and p.group_ids @> to_jsonb(g.group_id)))
    order by p.name, p.id limit 1`.compile(ctx.db)
