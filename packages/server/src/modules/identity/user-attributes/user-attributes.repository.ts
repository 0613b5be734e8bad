import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { UserAttributeRow } from '../../../platform/db/schema/identity.ts'

export type StoredAttribute = Selectable<UserAttributeRow>

/** More attributes than any tenant has; lists of them are not paged. */
const most = 1000

const attributes = ({ db, tenant }: Context) =>
  db.selectFrom('user_attributes').selectAll().where('tenant_id', '=', tenant.id)

export const listStored = (ctx: Context): Promise<StoredAttribute[]> =>
  attributes(ctx).orderBy('name_key').limit(most).execute()

/** Keeps the row as it is until the transaction ends. */
export const findStoredForChange = (
  ctx: Context,
  id: string,
): Promise<StoredAttribute | undefined> =>
  attributes(ctx).where('id', '=', id).forUpdate().executeTakeFirst()

export type AttributeColumns = Omit<StoredAttribute, 'tenant_id' | 'created_at' | 'version'>

/** Writes an attribute, new or known. */
export const putAttribute = (ctx: Context, columns: AttributeColumns): Promise<StoredAttribute> => {
  const { id, ...changing } = { ...columns, choices: JSON.stringify(columns.choices) }
  return ctx.db
    .insertInto('user_attributes')
    .values({ ...changing, id, tenant_id: ctx.tenant.id, created_at: ctx.platform.clock.now() })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'id']).doUpdateSet((eb) => ({
        ...changing,
        version: eb('user_attributes.version', '+', 1),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const countUsersOf = async (ctx: Context, id: string): Promise<number> => {
  const { count } = await ctx.db
    .selectFrom('user_attribute_values')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('attribute_id', '=', id)
    .executeTakeFirstOrThrow()
  return count
}

/** Some of the people who have a value of it, by name. */
export const listUsersOf = (ctx: Context, id: string, limit: number) =>
  ctx.db
    .selectFrom('user_attribute_values as v')
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'v.tenant_id').onRef('u.id', '=', 'v.user_id'),
    )
    .select('u.user_id')
    .where('v.tenant_id', '=', ctx.tenant.id)
    .where('v.attribute_id', '=', id)
    .orderBy('u.name_key')
    .limit(limit)
    .execute()
