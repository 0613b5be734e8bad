import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { VariableGraphicRow } from '../../../platform/db/schema/issuance.ts'

export type StoredGraphic = Selectable<VariableGraphicRow>
export type GraphicHead = Omit<StoredGraphic, 'cases' | 'otherwise'>

/** More than any tenant may have. */
const most = 200

const heads = [
  'tenant_id',
  'id',
  'name',
  'name_key',
  'version',
  'created_at',
  'modified_at',
  'modified_by',
] as const

/** Without the pictures, which may be large. */
export const listGraphics = ({
  db,
  tenant,
}: Context): Promise<readonly (GraphicHead & { readonly values: number })[]> =>
  db
    .selectFrom('variable_graphics')
    .select(heads)
    .select(sql<number>`jsonb_array_length(cases)`.as('values'))
    .where('tenant_id', '=', tenant.id)
    .orderBy('name_key')
    .limit(most)
    .execute()

const one = ({ db, tenant }: Context, id: string) =>
  db
    .selectFrom('variable_graphics')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)

export const findGraphic = (ctx: Context, id: string): Promise<StoredGraphic | undefined> =>
  one(ctx, id).executeTakeFirst()

/** Keeps the row as it is until the transaction ends. */
export const findGraphicForChange = (
  ctx: Context,
  id: string,
): Promise<StoredGraphic | undefined> => one(ctx, id).forUpdate().executeTakeFirst()

export const countGraphics = async ({ db, tenant }: Context): Promise<number> => {
  const { count } = await db
    .selectFrom('variable_graphics')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenant.id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

interface GraphicColumns {
  readonly name: string
  readonly name_key: string
  /** JSON. */
  readonly cases: string
  readonly otherwise: string | null
  readonly modified_by: string
}

export const insertGraphic = (
  { db, tenant, platform }: Context,
  columns: GraphicColumns,
): Promise<StoredGraphic> => {
  const [id, now] = [platform.ids.uuid(), platform.clock.now()]
  return db
    .insertInto('variable_graphics')
    .values({ ...columns, tenant_id: tenant.id, id, created_at: now, modified_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const updateGraphic = (
  { db, tenant, platform }: Context,
  id: string,
  columns: GraphicColumns,
): Promise<StoredGraphic> =>
  db
    .updateTable('variable_graphics')
    .set((eb) => ({
      ...columns,
      modified_at: platform.clock.now(),
      version: eb('version', '+', 1),
    }))
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const removeGraphic = async ({ db, tenant }: Context, id: string): Promise<void> => {
  await db
    .deleteFrom('variable_graphics')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
}
