import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { VariableGraphicRow } from '../../../platform/db/schema/issuance.ts'

export type StoredGraphic = Selectable<VariableGraphicRow>
export type GraphicHead = Omit<StoredGraphic, 'cases' | 'otherwise'>

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
export const listGraphics = (
  { db, tenant }: Context,
  most: number,
): Promise<readonly (GraphicHead & { readonly values: number })[]> =>
  db
    .selectFrom('variable_graphics')
    .select(heads)
    .select(sql<number>`jsonb_array_length(cases)`.as('values'))
    .where('tenant_id', '=', tenant.id)
    .orderBy('name_key')
    .limit(most)
    .execute()
