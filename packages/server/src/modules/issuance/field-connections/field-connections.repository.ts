import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { FieldConnectionRow } from '../../../platform/db/schema/issuance.ts'

export type StoredConnection = Selectable<FieldConnectionRow>

/** A list is never empty: PostgreSQL knows no `in ()`. */
const nobody = '00000000-0000-0000-0000-000000000000'

export const listConnections = (
  { db, tenant }: Context,
  workflowId: string,
): Promise<StoredConnection[]> =>
  db
    .selectFrom('field_connections')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('workflow_design_id', '=', workflowId)
    .orderBy('field_id')
    .execute()

/** Those of these designs whose values go back to their rows. */
export const listWritingBack = (
  { db, tenant }: Context,
  workflowIds: readonly string[],
): Promise<StoredConnection[]> =>
  db
    .selectFrom('field_connections')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('workflow_design_id', 'in', [...workflowIds, nobody])
    .where('write_back', '=', true)
    .orderBy('field_id')
    .execute()

export const insertConnections = async (
  { db, tenant }: Context,
  rows: readonly Omit<StoredConnection, 'tenant_id'>[],
): Promise<void> => {
  if (rows.length === 0) return
  await db
    .insertInto('field_connections')
    .values(rows.map((row) => ({ ...row, tenant_id: tenant.id })))
    .execute()
}

/** @param fieldId only this one, when given @returns how many there were */
export const removeConnections = async (
  { db, tenant }: Context,
  workflowId: string,
  fieldId?: string,
): Promise<number> => {
  const all = db
    .deleteFrom('field_connections')
    .where('tenant_id', '=', tenant.id)
    .where('workflow_design_id', '=', workflowId)
  const some = fieldId === undefined ? all : all.where('field_id', '=', fieldId)
  const { numDeletedRows } = await some.executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
