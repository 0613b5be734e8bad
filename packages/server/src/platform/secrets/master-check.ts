import type { Kysely, Selectable } from 'kysely'
import type { MasterCheckRow } from '../db/schema/keys.ts'
import type { SystemTables } from '../db/schema.ts'

export type StoredCheck = Selectable<MasterCheckRow>

export const listChecks = (db: Kysely<SystemTables>): Promise<StoredCheck[]> =>
  db.selectFrom('master_check').selectAll().orderBy('generation').execute()

/** Writes a generation unless another process did first. */
export const insertCheck = async (db: Kysely<SystemTables>, check: StoredCheck): Promise<void> => {
  await db
    .insertInto('master_check')
    .values(check)
    .onConflict((conflict) => conflict.column('generation').doNothing())
    .execute()
}

export const removeChecksBefore = async (
  db: Kysely<SystemTables>,
  generation: number,
): Promise<void> => {
  await db.deleteFrom('master_check').where('generation', '<', generation).execute()
}

/** The former key is gone for good: nothing is wrapped under it any more. */
export const forgetPrevious = async (
  db: Kysely<SystemTables>,
  generation: number,
): Promise<void> => {
  await db
    .updateTable('master_check')
    .set({ previous: null })
    .where('generation', '=', generation)
    .execute()
}
