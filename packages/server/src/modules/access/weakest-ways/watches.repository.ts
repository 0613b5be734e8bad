import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

/** From now on it is checked, as one that holds. */
export const beginWatch = async ({ db, tenant, platform }: Context): Promise<void> => {
  await db
    .insertInto('held_statement_watches')
    .values({ tenant_id: tenant.id, due_at: platform.clock.now(), broken_at: null })
    .onConflict((on) => on.column('tenant_id').doNothing())
    .execute()
}

export const endWatch = async ({ db, tenant }: Context): Promise<void> => {
  await db.deleteFrom('held_statement_watches').where('tenant_id', '=', tenant.id).execute()
}

/** Kept as it is until the transaction ends; undefined where nothing is held any more. */
export const lockWatch = ({ db, tenant }: Context) =>
  db
    .selectFrom('held_statement_watches')
    .select('broken_at')
    .where('tenant_id', '=', tenant.id)
    .forUpdate()
    .executeTakeFirst()

export const noteBroken = async ({ db, tenant }: Context, since: Date | null): Promise<void> => {
  await db
    .updateTable('held_statement_watches')
    .set({ broken_at: since })
    .where('tenant_id', '=', tenant.id)
    .execute()
}

/** Takes tenants whose statement is to be checked now; they come again in ten minutes. */
export const claimWatches = async (
  { database, clock }: Context['platform'],
  most: number,
): Promise<readonly string[]> => {
  const { rows } = await sql<{ tenant_id: string }>`
    select tenant_id from held_statement_watches_claim(${clock.now()}::timestamptz, ${most}::integer)
  `.execute(database.system)
  return rows.map(({ tenant_id }) => tenant_id)
}
