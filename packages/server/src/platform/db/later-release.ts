import { sql } from 'kysely'
import type { TenantDb } from './database.ts'
import { listMigrationNames } from './migrate.ts'

/** Whether a later release has already migrated the database: its nodes take the place of these. */
export const isBeingReplaced = async (db: TenantDb): Promise<boolean> => {
  const own = await listMigrationNames()
  const { rows } = await sql<{ name: string }>`
    select name from migrations where name <> all (${own}::text[]) limit 1`.execute(db)
  return rows.length > 0
}
