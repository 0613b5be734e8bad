import { activeStates } from '@signet/rules/print-jobs'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type {
  PrintBatchRow,
  PrintJobRow,
  PrintLogRow,
} from '../../../platform/db/schema/printing.ts'
import { groupsInSight } from '../../identity/groups/index.ts'

export type StoredJob = Selectable<PrintJobRow>
export type StoredBatch = Selectable<PrintBatchRow>
export type StoredLine = Selectable<PrintLogRow>

/** A list is never empty: PostgreSQL knows no `in ()`. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** Whoever sees them: what keeps a card from coming out twice looks at all. */
const everybodys = (ctx: Context) =>
  ctx.db.selectFrom('print_jobs').selectAll().where('tenant_id', '=', ctx.tenant.id)

/** Those that the actor sees: all, or the cards of their groups. */
const jobs = (ctx: Context) => {
  const groups = groupsInSight(ctx)
  return everybodys(ctx).$if(groups !== 'ALL', (q) =>
    q.where('group_id', 'in', [...groups, nobody]),
  )
}

/** The cards of a print that the actor may change: those that they see. */
const changeable = (ctx: Context, batchId: string) => {
  const groups = groupsInSight(ctx)
  return ctx.db
    .updateTable('print_jobs')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('batch_id', '=', batchId)
    .$if(groups !== 'ALL', (q) => q.where('group_id', 'in', [...groups, nobody]))
}

export const findJob = (ctx: Context, id: string): Promise<StoredJob | undefined> =>
  jobs(ctx).where('id', '=', id).executeTakeFirst()

/** Keeps the row as it is until the transaction ends. */
export const findJobForChange = (ctx: Context, id: string): Promise<StoredJob | undefined> =>
  jobs(ctx).where('id', '=', id).forUpdate().executeTakeFirst()

/** Keeps the rows as they are until the transaction ends. */
export const findJobsForChange = (ctx: Context, ids: readonly string[]): Promise<StoredJob[]> =>
  jobs(ctx)
    .where('id', 'in', [...ids, nobody])
    .orderBy('id')
    .forUpdate()
    .execute()

/** The last attempt at each of these cards. */
export const listLastAttempts = (
  ctx: Context,
  issuanceIds: readonly string[],
): Promise<StoredJob[]> =>
  everybodys(ctx)
    .distinctOn('issuance_id')
    .where('issuance_id', 'in', [...issuanceIds, nobody])
    .orderBy('issuance_id')
    .orderBy('attempt', 'desc')
    .execute()

export const findAttempt = (
  ctx: Context,
  issuanceId: string,
  attempt: number,
): Promise<StoredJob | undefined> =>
  everybodys(ctx)
    .where('issuance_id', '=', issuanceId)
    .where('attempt', '=', attempt)
    .executeTakeFirst()

export type JobColumns = Omit<Insertable<PrintJobRow>, 'tenant_id'>

/** Of attempts that somebody else made meanwhile none is written; the others are given back. */
export const insertJobs = async (
  ctx: Context,
  rows: readonly JobColumns[],
): Promise<StoredJob[]> => {
  if (rows.length === 0) return []
  return ctx.db
    .insertInto('print_jobs')
    .values(rows.map((row) => ({ ...row, tenant_id: ctx.tenant.id })))
    .onConflict((on) => on.doNothing())
    .returningAll()
    .execute()
}

interface Content {
  readonly jobId: string
  readonly values: Readonly<Record<string, string>>
}

export const insertContents = async (
  { db, tenant }: Context,
  contents: readonly Content[],
): Promise<void> => {
  if (contents.length === 0) return
  await db
    .insertInto('print_contents')
    .values(
      contents.map(({ jobId, values }) => ({
        tenant_id: tenant.id,
        job_id: jobId,
        field_values: JSON.stringify(values),
        ended_at: null,
      })),
    )
    .execute()
}

/** Undefined when it has been forgotten. */
export const findValues = async (
  { db, tenant }: Context,
  jobId: string,
): Promise<Readonly<Record<string, string>> | undefined> => {
  const row = await db
    .selectFrom('print_contents')
    .select('field_values')
    .where('tenant_id', '=', tenant.id)
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  return row?.field_values
}

export const endContents = async ({ db, tenant, platform }: Context, jobId: string) => {
  await db
    .updateTable('print_contents')
    .set({ ended_at: platform.clock.now() })
    .where('tenant_id', '=', tenant.id)
    .where('job_id', '=', jobId)
    .execute()
}

export const updateJob = (
  { db, tenant }: Context,
  id: string,
  columns: Updateable<PrintJobRow>,
): Promise<StoredJob> =>
  db
    .updateTable('print_jobs')
    .set(columns)
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const insertLine = async (
  { db, tenant }: Context,
  line: Omit<Insertable<PrintLogRow>, 'tenant_id'>,
): Promise<void> => {
  await db
    .insertInto('print_log')
    .values({ ...line, tenant_id: tenant.id })
    .execute()
}

/** What this printer has begun, the first first. */
export const findStarted = (ctx: Context, printerId: string): Promise<StoredJob | undefined> =>
  jobs(ctx)
    .where('printer_id', '=', printerId)
    .where('queue_state', '=', 'STARTED')
    .orderBy('created_at')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()

/** The card that is next: the first that waits, and that nobody holds back. */
export const findNext = async (ctx: Context, printerId: string): Promise<StoredJob | undefined> =>
  jobs(ctx)
    .where('printer_id', '=', printerId)
    .where('queue_state', 'in', ['QUEUED', 'WAIT_FOR_PRINTER'])
    .where('held', '=', false)
    .orderBy('created_at')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()

export const listActive = (ctx: Context, most: number): Promise<StoredJob[]> =>
  jobs(ctx)
    .where('queue_state', 'in', [...activeStates])
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('position')
    .limit(most)
    .execute()

export const listActiveOf = (ctx: Context, printerId: string): Promise<StoredJob[]> =>
  jobs(ctx)
    .where('printer_id', '=', printerId)
    .where('queue_state', 'in', [...activeStates])
    .execute()

export const listOfBatch = (ctx: Context, batchId: string): Promise<StoredJob[]> =>
  jobs(ctx).where('batch_id', '=', batchId).orderBy('position').execute()

export const listLines = ({ db, tenant }: Context, jobIds: readonly string[]) =>
  db
    .selectFrom('print_log')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('job_id', 'in', [...jobIds, nobody])
    .orderBy('at')
    .orderBy('number')
    .execute()

const batches = ({ db, tenant }: Context) =>
  db.selectFrom('print_batches').selectAll().where('tenant_id', '=', tenant.id)

/** Of which the actor sees a card. */
export const listBatches = (ctx: Context, most: number): Promise<StoredBatch[]> =>
  batches(ctx)
    .$if(groupsInSight(ctx) !== 'ALL', (q) =>
      q.where('id', 'in', jobs(ctx).clearSelect().select('batch_id')),
    )
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()

export const findBatch = (ctx: Context, id: string): Promise<StoredBatch | undefined> =>
  batches(ctx).where('id', '=', id).executeTakeFirst()

/** Nothing is begun before it goes on: those of a print that wait, from a position on. */
export const holdJobs = async (ctx: Context, batchId: string, from: number): Promise<void> => {
  await changeable(ctx, batchId)
    .set({ held: true })
    .where('position', '>=', from)
    .where('sent', '=', 'NO')
    .where('queue_state', 'in', ['QUEUED', 'WAIT_FOR_PRINTER'])
    .execute()
}

export const releaseJobs = async (ctx: Context, batchId: string): Promise<void> => {
  await changeable(ctx, batchId).set({ held: false }).where('held', '=', true).execute()
}

/** The first card of each print that the actor sees held. */
export const findHeld = async (
  ctx: Context,
  batchIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const rows = await jobs(ctx)
    .clearSelect()
    .select('batch_id')
    .select(({ fn }) => fn.min('position').as('position'))
    .where('batch_id', 'in', [...batchIds, nobody])
    .where('held', '=', true)
    .where('queue_state', 'in', ['QUEUED', 'WAIT_FOR_PRINTER'])
    .groupBy('batch_id')
    .execute()
  return new Map(rows.map(({ batch_id, position }) => [batch_id, position]))
}

export interface JobFilter {
  readonly states: readonly StoredJob['queue_state'][] | null
  readonly printerId: string | null
  readonly batchId: string | null
}

/** Jobs that the actor sees, but for those that were removed from the list. */
export const jobsThat = (ctx: Context, { states, printerId, batchId }: JobFilter) =>
  jobs(ctx)
    .where('removed_at', 'is', null)
    .$if(states !== null, (q) => q.where('queue_state', 'in', [...(states ?? [])]))
    .$if(printerId !== null, (q) => q.where('printer_id', '=', printerId))
    .$if(batchId !== null, (q) => q.where('batch_id', '=', batchId ?? ''))
