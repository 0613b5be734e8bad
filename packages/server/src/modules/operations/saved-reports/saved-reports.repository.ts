import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { ReportRow } from '../../../platform/db/schema/reports.ts'

/** All but the files, which may be large. */
const columns = [
  'id',
  'name',
  'definition',
  'state',
  'reason',
  'row_count',
  'truncated',
  'from_at',
  'until_at',
  'task_id',
  'owner_id',
  'owner_name',
  'sight',
  'grant_standing',
  'grant_until',
  'created_at',
  'ended_at',
  'expires_at',
  'version',
] as const

export type StoredReport = Pick<Selectable<ReportRow>, (typeof columns)[number]>
export type ReportChange = Omit<Updateable<ReportRow>, 'tenant_id' | 'id' | 'version'>

/** Who is limited to groups, and to which. */
export interface Sight {
  readonly ownerId: string
  readonly sight: string
}

const reports = ({ db, tenant }: Context) =>
  db.selectFrom('reports').select(columns).where('tenant_id', '=', tenant.id)

export const findReport = (ctx: Context, id: string): Promise<StoredReport | undefined> =>
  reports(ctx).where('id', '=', id).executeTakeFirst()

export const findReportForChange = (ctx: Context, id: string): Promise<StoredReport | undefined> =>
  reports(ctx).where('id', '=', id).forUpdate().executeTakeFirst()

export const findFile = async (
  { db, tenant }: Context,
  id: string,
  format: 'csv' | 'pdf',
): Promise<Buffer | null> => {
  const row = await db
    .selectFrom('reports')
    .select(`${format} as content`)
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.content ?? null
}

export const reportsInSight = (ctx: Context, limit: Sight | null) =>
  reports(ctx).$if(limit !== null, (query) =>
    query.where('owner_id', '=', limit?.ownerId ?? '').where('sight', '=', limit?.sight ?? ''),
  )

export const insertReport = async ({ db }: Context, row: Insertable<ReportRow>): Promise<void> => {
  await db.insertInto('reports').values(row).execute()
}

export const updateReport = async (
  { db, tenant }: Context,
  id: string,
  change: ReportChange,
): Promise<void> => {
  await db
    .updateTable('reports')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
}
