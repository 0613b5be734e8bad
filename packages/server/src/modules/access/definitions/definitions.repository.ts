import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { insertRow, updateRow } from '../../../platform/db/row-sets.ts'
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
  readonly definition: StoredDefinition['definition']
}

export const insert = (
  ctx: Context,
  row: Columns & { readonly id: string; readonly kind: DefinitionKind },
): Promise<StoredDefinition> =>
  insertRow(ctx, 'access_definitions', { ...row, updated_at: ctx.platform.clock.now() })

export const update = (ctx: Context, id: string, columns: Columns): Promise<StoredDefinition> =>
  updateRow(ctx, 'access_definitions', { id, ...columns, updated_at: ctx.platform.clock.now() })
