import type { WriteBackReason } from '@signet/contract/issuance/enrollments'
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { EnrollmentWriteBackRow } from '../../../platform/db/schema/enrollments.ts'

export type StoredWriteBack = Selectable<EnrollmentWriteBackRow>

/** Longer than a job may run: a claim that is older belongs to one that was killed. */
const claimMillis = 120_000

const own = ({ db, tenant }: Context, enrollmentId: string) =>
  db
    .selectFrom('enrollment_write_backs')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('enrollment_id', '=', enrollmentId)
    .orderBy('field_id')

export const listWriteBacks = (ctx: Context, enrollmentId: string): Promise<StoredWriteBack[]> =>
  own(ctx, enrollmentId).execute()

export const isWaiting = async (ctx: Context, enrollmentId: string): Promise<boolean> =>
  (await own(ctx, enrollmentId).where('state', '=', 'WAITING').limit(1).execute()).length > 0

interface FieldOfRecord {
  readonly enrollmentId: string
  readonly fieldId: string
}

const isOneOf = (fields: readonly FieldOfRecord[]) =>
  sql<boolean>`(enrollment_id, field_id) in (select * from unnest(
    ${fields.map(({ enrollmentId }) => enrollmentId)}::uuid[],
    ${fields.map(({ fieldId }) => fieldId)}::text[]))`

/** What must not be written any more. */
export const forgetWriteBacks = async (
  { db, tenant }: Context,
  fields: readonly FieldOfRecord[],
): Promise<void> => {
  if (fields.length === 0) return
  await db
    .deleteFrom('enrollment_write_backs')
    .where('tenant_id', '=', tenant.id)
    .where(isOneOf(fields))
    .execute()
}

/** What failed, or still waits, is to be tried again. @returns the records that they are of */
export const retryWriteBacks = async (
  { db, tenant }: Context,
  enrollmentIds: readonly string[],
): Promise<readonly string[]> => {
  if (enrollmentIds.length === 0) return []
  const rows = await db
    .updateTable('enrollment_write_backs')
    .set({ state: 'WAITING', reason: null })
    .where('tenant_id', '=', tenant.id)
    .where('enrollment_id', 'in', [...enrollmentIds])
    .returning('enrollment_id')
    .execute()
  return rows.map((row) => row.enrollment_id)
}

export interface NewWriteBack extends FieldOfRecord {
  readonly recordVersion: number
}

/** One for each field of a record: a later change takes the place of the one that still waits. */
export const putWriteBacks = async (
  { db, tenant, platform }: Context,
  fields: readonly NewWriteBack[],
  outcome: Pick<StoredWriteBack, 'state' | 'reason'>,
): Promise<void> => {
  if (fields.length === 0) return
  const changedAt = platform.clock.now()
  await sql`
    insert into enrollment_write_backs
      (tenant_id, enrollment_id, field_id, record_version, state, reason, changed_at)
    select ${tenant.id}::uuid, v.*, ${outcome.state}, ${outcome.reason}::text, ${changedAt}::timestamptz
    from unnest(
      ${fields.map(({ enrollmentId }) => enrollmentId)}::uuid[],
      ${fields.map(({ fieldId }) => fieldId)}::text[],
      ${fields.map(({ recordVersion }) => recordVersion)}::integer[]) v
    on conflict (tenant_id, enrollment_id, field_id) do update set
      record_version = excluded.record_version, state = excluded.state,
      reason = excluded.reason, changed_at = excluded.changed_at`.execute(db)
}

/** What waits, and nobody else is writing: two at once could leave the older value. */
export const claimWriteBacks = async (
  { db, tenant, platform }: Context,
  enrollmentId: string,
): Promise<StoredWriteBack[]> => {
  const now = platform.clock.now()
  return db
    .updateTable('enrollment_write_backs')
    .set({ claimed_until: new Date(now.getTime() + claimMillis) })
    .where('tenant_id', '=', tenant.id)
    .where('enrollment_id', '=', enrollmentId)
    .where('state', '=', 'WAITING')
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<', now)]))
    .returningAll()
    .execute()
}

interface Settled {
  readonly enrollmentId: string
  readonly fieldIds: readonly string[]
  /** Of the record whose values were taken: what changed later still waits. */
  readonly recordVersion: number
}

/** They stand in their rows. */
export const removeWritten = async ({ db, tenant }: Context, settled: Settled): Promise<void> => {
  await db
    .deleteFrom('enrollment_write_backs')
    .where('tenant_id', '=', tenant.id)
    .where('enrollment_id', '=', settled.enrollmentId)
    .where('field_id', 'in', [...settled.fieldIds])
    .where('record_version', '<=', settled.recordVersion)
    .execute()
}

export const failWriteBacks = async (
  { db, tenant }: Context,
  settled: Settled,
  reason: WriteBackReason,
): Promise<void> => {
  await db
    .updateTable('enrollment_write_backs')
    .set({ state: 'FAILED', reason })
    .where('tenant_id', '=', tenant.id)
    .where('enrollment_id', '=', settled.enrollmentId)
    .where('field_id', 'in', [...settled.fieldIds])
    .where('record_version', '<=', settled.recordVersion)
    .execute()
}

export const releaseWriteBacks = async (
  { db, tenant }: Context,
  rows: readonly StoredWriteBack[],
): Promise<void> => {
  const fields = rows.map((row) => ({ enrollmentId: row.enrollment_id, fieldId: row.field_id }))
  await db
    .updateTable('enrollment_write_backs')
    .set({ claimed_until: null })
    .where('tenant_id', '=', tenant.id)
    .where(isOneOf(fields))
    .execute()
}

/** A record, as far as its values go back; nobody saves it until the transaction ends. */
export const findWrittenRecord = ({ db, tenant }: Context, id: string) =>
  db
    .selectFrom('enrollments')
    .select(['id', 'workflow_id', 'title', 'content', 'version'])
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
