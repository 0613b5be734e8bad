import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { ExternalDatabaseRow } from '../../../platform/db/schema/issuance.ts'

export type StoredDatabase = Selectable<ExternalDatabaseRow>

const databases = ({ db, tenant }: Context) =>
  db.selectFrom('external_databases').selectAll().where('tenant_id', '=', tenant.id)

/** Those of these ids that there are, kept from being deleted until the transaction ends. */
export const findDatabases = (ctx: Context, ids: readonly string[]): Promise<StoredDatabase[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : databases(ctx)
        .where('id', 'in', [...ids])
        .orderBy('id')
        .forKeyShare()
        .execute()

/** A column that fields come from. */
export interface ConnectedColumn {
  readonly table: string
  readonly column: string
  readonly isWritten: boolean
}

/** More than any enrolment form has. */
const mostConnected = 500

/** With the columns by which rows are found. */
export const listConnectedColumns = async (
  { db, tenant }: Context,
  databaseId: string,
): Promise<readonly ConnectedColumn[]> => {
  const rows = await db
    .selectFrom('field_connections')
    .select(['table_name', 'column_name', 'key_column', 'write_back'])
    .distinct()
    .where('tenant_id', '=', tenant.id)
    .where('database_id', '=', databaseId)
    .orderBy('table_name')
    .orderBy('column_name')
    .limit(mostConnected)
    .execute()
  return rows.flatMap(({ table_name: table, column_name, key_column, write_back }) => [
    { table, column: key_column, isWritten: false },
    { table, column: column_name, isWritten: write_back },
  ])
}
