import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { PrintJobRow } from '../../../platform/db/schema/printing.ts'
import { issuanceCredits } from '../../tenancy/entitlements/index.ts'

/** A list is never empty: PostgreSQL knows no `in ()`. */
const nobody = '00000000-0000-0000-0000-000000000000'

type CalledOff = Selectable<PrintJobRow>

const listJobs = (ctx: Context, ids: readonly string[]) =>
  ctx.db
    .selectFrom('print_jobs')
    .select(['id', 'queue_state', 'sent'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('issuance_id', 'in', [...ids, nobody])
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Cards that come no more, as the logs of their jobs and the counts of prints tell it, in a statement
 * for each table however many there are. They stand locked, and nothing of them was sent.
 * @returns the jobs as they are now
 */
export const callOffJobs = async (
  ctx: Context,
  jobIds: readonly string[],
  detail: string,
): Promise<readonly CalledOff[]> => {
  if (jobIds.length === 0) return []
  const { db, tenant, platform } = ctx
  const now = platform.clock.now()
  const ended = { queue_state: 'CANCELLED', print_status: 'CANCELLED' } as const
  const jobs = await db
    .updateTable('print_jobs')
    .set({ ...ended, detail, logged: sql`logged + 1`, ended_at: now })
    .where('tenant_id', '=', tenant.id)
    .where('id', 'in', [...jobIds])
    .returningAll()
    .execute()
  const line = { tenant_id: tenant.id, at: now, event: 'CANCEL', ...ended, detail }
  await db
    .insertInto('print_log')
    .values(jobs.map(({ id, logged }) => ({ ...line, job_id: id, number: logged })))
    .execute()
  await db
    .updateTable('print_contents')
    .set({ ended_at: now })
    .where('tenant_id', '=', tenant.id)
    .where('job_id', 'in', [...jobIds])
    .execute()
  await countCalledOff(ctx, jobIds, now)
  await issuanceCredits.giveBack(ctx, jobs.filter(({ counted }) => counted).length)
  return jobs
}

/** Samples are counted nowhere. In one order, so that two who call off do not wait for each other. */
const countCalledOff = async ({ db, tenant }: Context, jobIds: readonly string[], now: Date) => {
  await sql`
    insert into print_counts as c (tenant_id, day, printer_name, operator, cancelled)
    select tenant_id, ${now.toISOString().slice(0, 10)}::date, printer_name, created_by, count(*)
    from print_jobs where tenant_id = ${tenant.id} and id in (${sql.join(jobIds)})
    and kind = 'CARD'
    group by tenant_id, printer_name, created_by order by printer_name, created_by
    on conflict (tenant_id, day, printer_name, operator)
    do update set cancelled = c.cancelled + excluded.cancelled`.execute(db)
}

/** Who somebody was goes with the record; that a card was printed stays. */
const forgetOwners = async ({ db, tenant }: Context, jobIds: readonly string[]): Promise<void> => {
  await db
    .updateTable('print_jobs')
    .set({ title: '', reprint_note: null })
    .where('tenant_id', '=', tenant.id)
    .where('id', 'in', [...jobIds, nobody])
    .execute()
}

/**
 * What is to be printed of records that go: cards that wait are called off, and no job keeps its
 * values or its owner's name. A card that the printer may have is followed to its end; turned away,
 * it fails.
 * @returns the jobs that were called off, as they were called
 */
export const endPrintsOf = async (
  ctx: Context,
  ids: readonly string[],
): Promise<readonly CalledOff[]> => {
  const all = await listJobs(ctx, ids)
  const jobIds = all.map(({ id }) => id)
  await ctx.db
    .deleteFrom('print_contents')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('job_id', 'in', [...jobIds, nobody])
    .execute()
  const waiting = all.filter(
    ({ queue_state: state, sent }) =>
      sent === 'NO' && (state === 'QUEUED' || state === 'WAIT_FOR_PRINTER'),
  )
  const called = await callOffJobs(
    ctx,
    waiting.map(({ id }) => id),
    'ENROLLMENT_DELETED',
  )
  await forgetOwners(ctx, jobIds)
  return called
}

/** Whether a card of this record has come out of a printer. */
export const hasCard = async ({ db, tenant }: Context, id: string): Promise<boolean> => {
  const row = await db
    .selectFrom('print_jobs')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('issuance_id', '=', id)
    .where('queue_state', '=', 'COMPLETED')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
