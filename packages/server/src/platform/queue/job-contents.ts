import type { Selectable } from 'kysely'
import type { TenantDb } from '../db/database.ts'
import type { JobContentRow } from '../db/schema/jobs.ts'

export type StoredJob = Selectable<JobContentRow>

/** A statement has room for 65,535 parameters, and each row takes nine. */
const mostRows = 5000

export const insertJobs = async (db: TenantDb, jobs: readonly StoredJob[]): Promise<void> => {
  for (let at = 0; at < jobs.length; at += mostRows) {
    await db
      .insertInto('job_contents')
      .values(jobs.slice(at, at + mostRows))
      .execute()
  }
}

export const findJob = (
  db: TenantDb,
  tenantId: string,
  id: string,
): Promise<StoredJob | undefined> =>
  db
    .selectFrom('job_contents')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()

type JobChange = Partial<Omit<StoredJob, 'tenant_id' | 'id'>>

export const updateJob = async (
  db: TenantDb,
  job: Pick<StoredJob, 'tenant_id' | 'id'>,
  change: JobChange,
): Promise<void> => {
  await db
    .updateTable('job_contents')
    .set(change)
    .where('tenant_id', '=', job.tenant_id)
    .where('id', '=', job.id)
    .execute()
}
