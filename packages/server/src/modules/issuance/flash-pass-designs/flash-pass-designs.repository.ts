import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { FlashPassDesignRow } from '../../../platform/db/schema/issuance.ts'

export type StoredPassDesign = Selectable<FlashPassDesignRow>

/** More than any tenant may have. */
const most = 100

const designs = ({ db, tenant }: Context) =>
  db.selectFrom('flash_pass_designs').where('tenant_id', '=', tenant.id)

/** Without their logos. */
export const listDesigns = (ctx: Context): Promise<Omit<StoredPassDesign, 'logo'>[]> =>
  designs(ctx)
    .select(['tenant_id', 'id', 'name', 'name_key', 'description', 'workflow_design_id'])
    .select(['content', 'version', 'created_at', 'modified_at', 'modified_by'])
    .orderBy('name_key')
    .limit(most)
    .execute()

export const findDesign = (ctx: Context, id: string): Promise<StoredPassDesign | undefined> =>
  designs(ctx).selectAll().where('id', '=', id).executeTakeFirst()

/** Keeps the row as it is until the transaction ends. */
export const findDesignForChange = (
  ctx: Context,
  id: string,
): Promise<StoredPassDesign | undefined> =>
  designs(ctx).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const countDesigns = async (ctx: Context): Promise<number> => {
  const { count } = await designs(ctx)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type DesignColumns = Pick<
  StoredPassDesign,
  'name' | 'name_key' | 'description' | 'workflow_design_id' | 'logo' | 'modified_by'
> & { readonly content: string }

export const insertDesign = ({ db, tenant, platform }: Context, columns: DesignColumns) => {
  const now = platform.clock.now()
  return db
    .insertInto('flash_pass_designs')
    .values({
      ...columns,
      tenant_id: tenant.id,
      id: platform.ids.uuid(),
      created_at: now,
      modified_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const updateDesign = (
  { db, tenant, platform }: Context,
  id: string,
  columns: DesignColumns,
) =>
  db
    .updateTable('flash_pass_designs')
    .set((eb) => ({
      ...columns,
      modified_at: platform.clock.now(),
      version: eb('version', '+', 1),
    }))
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const removeDesign = async ({ db, tenant }: Context, id: string): Promise<void> => {
  await db
    .deleteFrom('flash_pass_designs')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
}
