import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { AuditArchiveRow } from '../../../platform/db/schema/operations.ts'

export type StoredArchive = Selectable<AuditArchiveRow>

const archives = ({ db, tenant }: Context) =>
  db.selectFrom('audit_archives').selectAll().where('tenant_id', '=', tenant.id)

/** All of them: one for each month at most. */
export const listArchives = (ctx: Context): Promise<StoredArchive[]> =>
  archives(ctx).orderBy('month', 'desc').execute()

export const findByMonth = (ctx: Context, month: string): Promise<StoredArchive | undefined> =>
  archives(ctx).where('month', '=', month).executeTakeFirst()

/** Undefined when the month has one already. */
export const insertArchive = (
  { db }: Context,
  row: Insertable<AuditArchiveRow>,
): Promise<StoredArchive | undefined> =>
  db
    .insertInto('audit_archives')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'month']).doNothing())
    .returningAll()
    .executeTakeFirst()

/** Changes one that is being written; undefined when it is so no more. */
export const updateOpenArchive = (
  { db, tenant }: Context,
  id: string,
  change: Pick<Updateable<AuditArchiveRow>, 'state' | 'progress'>,
): Promise<{ id: string } | undefined> =>
  db
    .updateTable('audit_archives')
    .set(change)
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .where(sql<boolean>`state = any (${['PENDING', 'RUNNING']}::text[])`)
    .returning('id')
    .executeTakeFirst()
