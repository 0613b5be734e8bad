import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { ExternalDatabaseRow } from '../../../platform/db/schema/issuance.ts'

export type StoredDatabase = Selectable<ExternalDatabaseRow>

/** More than any tenant may have. */
const most = 100

const databases = ({ db, tenant }: Context) =>
  db.selectFrom('external_databases').selectAll().where('tenant_id', '=', tenant.id)

export const listDatabases = (ctx: Context): Promise<StoredDatabase[]> =>
  databases(ctx).orderBy('name_key').limit(most).execute()

export const findDatabase = (ctx: Context, id: string): Promise<StoredDatabase | undefined> =>
  databases(ctx).where('id', '=', id).executeTakeFirst()

/** Those of these ids that there are, kept from being deleted until the transaction ends. */
export const findDatabases = (ctx: Context, ids: readonly string[]): Promise<StoredDatabase[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : databases(ctx)
        .where('id', 'in', [...ids])
        .orderBy('id')
        .forKeyShare()
        .execute()

export const findDatabaseForChange = (
  ctx: Context,
  id: string,
): Promise<StoredDatabase | undefined> =>
  databases(ctx).where('id', '=', id).forUpdate().executeTakeFirst()

export const countDatabases = async ({ db, tenant }: Context): Promise<number> => {
  const { count } = await db
    .selectFrom('external_databases')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenant.id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type DatabaseColumns = Pick<
  StoredDatabase,
  | 'name'
  | 'name_key'
  | 'kind'
  | 'host'
  | 'port'
  | 'database_name'
  | 'user_name'
  | 'security'
  | 'ca_certificates'
  | 'sealed_password'
  | 'read_only'
  | 'modified_by'
>

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

export const insertDatabase = (
  { db, tenant, platform }: Context,
  id: string,
  columns: DatabaseColumns,
): Promise<StoredDatabase> => {
  const now = platform.clock.now()
  return db
    .insertInto('external_databases')
    .values({ ...columns, tenant_id: tenant.id, id, created_at: now, modified_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const updateDatabase = (
  { db, tenant, platform }: Context,
  id: string,
  columns: DatabaseColumns,
): Promise<StoredDatabase> =>
  db
    .updateTable('external_databases')
    .set((eb) => ({
      ...columns,
      modified_at: platform.clock.now(),
      version: eb('version', '+', 1),
    }))
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const removeDatabase = async ({ db, tenant }: Context, id: string): Promise<void> => {
  await db
    .deleteFrom('external_databases')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
}
