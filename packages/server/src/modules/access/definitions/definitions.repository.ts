import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { AccessDefinitionRow, DefinitionKind } from '../../../platform/db/schema/risk.ts'

export type StoredDefinition = Selectable<AccessDefinitionRow>

const ofTenant = ({ db, tenant }: Context) =>
  db.selectFrom('access_definitions').selectAll().where('tenant_id', '=', tenant.id)

export const list = (ctx: Context, kind: DefinitionKind): Promise<StoredDefinition[]> =>
  ofTenant(ctx).where('kind', '=', kind).orderBy('name_key').execute()

/** Of every kind. */
export const listAll = (ctx: Context): Promise<StoredDefinition[]> => ofTenant(ctx).execute()

const one = (ctx: Context, kind: DefinitionKind, id: string) =>
  ofTenant(ctx).where('kind', '=', kind).where('id', '=', id)

export const find = (ctx: Context, kind: DefinitionKind, id: string) =>
  one(ctx, kind, id).executeTakeFirst()

export const findForChange = (ctx: Context, kind: DefinitionKind, id: string) =>
  one(ctx, kind, id).forUpdate().executeTakeFirst()

interface Columns {
  readonly name: string
  readonly name_key: string
  readonly definition: string
}

export const insert = async (
  ctx: Context,
  row: Columns & { readonly id: string; readonly kind: DefinitionKind },
): Promise<void> => {
  const updated_at = ctx.platform.clock.now()
  await ctx.db
    .insertInto('access_definitions')
    .values({ ...row, tenant_id: ctx.tenant.id, updated_at })
    .execute()
}

export const update = async (ctx: Context, id: string, columns: Columns): Promise<void> => {
  await ctx.db
    .updateTable('access_definitions')
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
    .deleteFrom('access_definitions')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}
