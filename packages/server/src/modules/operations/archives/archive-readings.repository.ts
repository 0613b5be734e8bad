import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { ArchiveReadingRow } from '../../../platform/db/schema/archive-readings.ts'

export type StoredReading = Selectable<ArchiveReadingRow>

const live = ({ db, tenant, platform }: Context) =>
  db
    .selectFrom('archive_readings')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('expires_at', '>', platform.clock.now())

/** All that have not ended. */
export const listReadings = (ctx: Context): Promise<StoredReading[]> => live(ctx).execute()

export const findReading = (ctx: Context, archiveId: string): Promise<StoredReading | undefined> =>
  live(ctx).where('archive_id', '=', archiveId).executeTakeFirst()

/** Also one that has ended and was not swept yet. Undefined when there was none. */
export const removeReading = (
  { db, tenant }: Context,
  archiveId: string,
): Promise<{ id: string } | undefined> =>
  db
    .deleteFrom('archive_readings')
    .where('tenant_id', '=', tenant.id)
    .where('archive_id', '=', archiveId)
    .returning('id')
    .executeTakeFirst()

/** Held until the transaction ends; undefined when it was closed or is loaded. */
export const holdLoading = ({ db, tenant }: Context, id: string) =>
  db
    .selectFrom('archive_readings')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .where('state', '=', 'LOADING')
    .forUpdate()
    .executeTakeFirst()
