import { type CompiledQuery, type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { PassthroughRow } from '../../../platform/db/schema/connectors.ts'

export type StoredPassthrough = Selectable<PassthroughRow>

export const list = ({ db, tenant }: Context): Promise<StoredPassthrough[]> =>
  db
    .selectFrom('passthroughs')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .orderBy('name')
    .orderBy('id')
    .execute()

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
