import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Platform } from '../../../platform/platform.ts'

/** Deletions looked at in one round. */
const mostDue = 100

interface Due {
  readonly provider_id: string
  readonly deletion_id: string
}

/** Deletions whose grace period is over, and those that were begun, at all providers. */
export const listDue = async ({
  database,
  clock,
}: Pick<Platform, 'database' | 'clock'>): Promise<readonly Due[]> => {
  const { rows } = await sql<Due>`
    select * from due_tenant_deletions(${clock.now()}::timestamptz, ${mostDue}::integer)`.execute(
    database.system,
  )
  return rows
}

interface Left {
  readonly name: string
  readonly rows: number
}

/** The tables that have rows of the tenant, in the order in which they are erased. */
export const listLeft = async ({ db }: Context, deletionId: string): Promise<readonly Left[]> => {
  const { rows } = await sql<Left>`
    select name, left_over::integer as rows from tenant_rows_left(${deletionId}::uuid)`.execute(db)
  return rows
}

/** One batch, which the deletion counts in the same transaction. Returns how many rows went. */
export const eraseBatch = async (
  { db }: Context,
  deletionId: string,
  { table, most }: { readonly table: string; readonly most: number },
): Promise<number> => {
  const batch: RawBuilder<{ gone: number }> = sql`
    select erase_tenant_rows(${deletionId}::uuid, ${table}::text, ${most}::integer) as gone`
  const { rows } = await batch.execute(db)
  return rows[0]?.gone ?? 0
}
