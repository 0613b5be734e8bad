import { z } from 'zod'
import { audit } from '../../../../kit/audit.ts'
import type { Context } from '../../../../kit/context.ts'
import type { Job } from '../../../../platform/queue.ts'
import { FileFault } from '../../../../platform/readers/tables/file-fault.ts'
import { kindOf, subjectOf } from '../bulk-operations.present.ts'
import {
  analyze,
  findOperation,
  findOperationForChange,
  removeParts,
  type StoredOperation,
  updateOperation,
} from '../bulk-operations.repository.ts'
import type { BulkWork } from '../bulk-work.ts'
import { type WorkOf, type WorksAbove, worksWith } from '../kinds/bulk-kinds.ts'
import { pause } from './bulk-grant.ts'
import { batchesOf } from './bulk-reading.ts'
import { beginTurn, isAtWork } from './bulk-turns.ts'

/** What a job works before it hands over to the next: a killed one is missed after its queue's limit. */
const sliceMillis = 30_000
/** Statistics are taken when a slice has done so many times the rows it had at the last time. */
const planAgain = 8
/** Rows changed by an operation after which statistics are taken at its end. */
const manyChanged = 1000

const Content = z.object({ id: z.uuid() })

export const enqueue = (ctx: Context, id: string) =>
  ctx.platform.queue.enqueue(ctx.db, {
    tenantId: ctx.tenant.id,
    queue: 'bulk-operations',
    content: { id },
  })

/** Ends the operation; the rows it has changed. */
const finish = (ctx: Context, id: string): Promise<number> =>
  ctx.transaction(async (ctx) => {
    const operation = await findOperationForChange(ctx, id)
    if (operation === undefined || !isAtWork(operation)) return 0
    const { rows_done: rows, changed, skipped, failed, state } = operation
    const counts = { rows, changed, skipped, failed }
    if (state === 'CHECKING') {
      await updateOperation(ctx, id, {
        state: 'CHECKED',
        progress: 1,
        checked: JSON.stringify(counts),
      })
    } else {
      const ended_at = ctx.platform.clock.now()
      await updateOperation(ctx, id, { state: 'COMPLETED', progress: 1, ended_at })
      await removeParts(ctx, id)
    }
    const action = state === 'CHECKING' ? 'BULK_OPERATION_CHECKED' : 'BULK_OPERATION_COMPLETED'
    audit(ctx, action, { subject: subjectOf(operation), after: counts })
    return state === 'CHECKING' ? 0 : changed
  })

const fail = (ctx: Context, id: string, fault: FileFault): Promise<void> =>
  ctx.transaction(async (ctx) => {
    const operation = await findOperationForChange(ctx, id)
    if (operation === undefined || !isAtWork(operation)) return
    const ended_at = ctx.platform.clock.now()
    await updateOperation(ctx, id, {
      state: 'FAILED',
      reason: fault.code,
      reason_line: fault.line,
      reason_column: fault.column,
      ended_at,
    })
    await removeParts(ctx, id)
    audit(ctx, 'BULK_OPERATION_FAILED', {
      subject: subjectOf(operation),
      outcome: 'FAILURE',
      attributes: { reason: fault.code, line: fault.line, column: fault.column },
    })
  })

/** After the queue's last try: somebody may renew it when the cause is gone. */
const giveUp = (ctx: Context, id: string): Promise<void> =>
  ctx.transaction(async (ctx) => {
    const operation = await findOperationForChange(ctx, id)
    if (operation !== undefined && isAtWork(operation)) await pause(ctx, operation, 'ERROR')
  })

type Ending = 'END' | 'STOPPED' | 'SLICE'

/** Plans for the present number of rows, as it grows. */
class Planning {
  readonly #tables: BulkWork['touches']
  #at = 0

  constructor({ touches }: BulkWork) {
    this.#tables = touches
  }

  async look(ctx: Context, from: number): Promise<void> {
    if (from <= this.#at * planAgain) return
    await analyze(ctx, this.#tables)
    this.#at = from
  }
}

interface Slice extends Pick<Job, 'signal'> {
  readonly operation: StoredOperation
  readonly work: BulkWork
}

const workSlice = async (ctx: Context, { operation, work, signal }: Slice): Promise<Ending> => {
  const { id, state } = operation
  const { existing } = kindOf(operation)
  const isRunning = state === 'RUNNING'
  const planning = isRunning && existing.length > 0 ? new Planning(work) : null
  // A dry run counts what the rows before would make: it looks at their results.
  const isApart = operation.mapping.some(({ column }) => column === work.apartWith)
  const overlaps = isRunning && work.overlaps === true && !isApart
  const started = performance.now()
  const isOver = () => signal.aborted || performance.now() - started > sliceMillis
  let former: Promise<boolean> = Promise.resolve(true)
  try {
    for await (const ready of batchesOf(ctx, work, operation)) {
      await planning?.look(ctx, ready.batch.from)
      const turn = beginTurn(ctx, work, { ready, id, former })
      await (overlaps ? turn.begun : turn.done)
      const isKept = await former
      former = turn.done
      // Another job did the rows before: this one is over unless it is ahead again. Who does the last
      // rows ends the operation.
      if (!isKept && !(await former)) return 'STOPPED'
      if (isOver()) return (await former) ? 'SLICE' : 'STOPPED'
    }
    return (await former) ? 'END' : 'STOPPED'
  } finally {
    // Nothing of it is on its way when the next job begins.
    await Promise.allSettled([former])
  }
}

type BulkJob = Pick<Job, 'content' | 'signal' | 'isLast'>

/** Works on an operation for a while, from its checkpoint on; the queue has it go on. */
export const workBy = async (ctx: Context, job: BulkJob, workOf: WorkOf): Promise<void> => {
  const { id } = Content.parse(job.content)
  const operation = await findOperation(ctx, id)
  if (operation === undefined || !isAtWork(operation)) return
  await ctx.platform.secrets.ready(ctx.tenant.id)
  const work = workOf(kindOf(operation).name, ctx.tenant)
  try {
    const ending = await workSlice(ctx, { operation, work, signal: job.signal })
    if (ending === 'END' && (await finish(ctx, id)) >= manyChanged) {
      await analyze(ctx, work.touches)
    }
    if (ending === 'SLICE') await ctx.transaction((ctx) => enqueue(ctx, id))
  } catch (error) {
    if (error instanceof FileFault) await fail(ctx, id, error)
    else {
      if (job.isLast) await giveUp(ctx, id)
      throw error
    }
  }
}

/** The worker of the queue, with what areas above do with rows. */
export const createBulkWorker = (above: WorksAbove) => {
  const workOf = worksWith(above)
  return (ctx: Context, job: BulkJob): Promise<void> => workBy(ctx, job, workOf)
}
