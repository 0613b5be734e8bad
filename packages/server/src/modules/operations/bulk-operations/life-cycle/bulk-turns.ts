import type { Context } from '../../../../kit/context.ts'
import type { BulkEntry } from '../../../../platform/db/schema/bulk-operations.ts'
import { isUniqueViolation } from '../../../../platform/db/sql-errors.ts'
import {
  findOperation,
  findOperationForChange,
  holdTurn,
  insertResults,
  type StoredOperation,
  updateOperation,
  waitForTurn,
} from '../bulk-operations.repository.ts'
import type { BulkWork, Verdict } from '../bulk-work.ts'
import { lentRights, onBehalf, type PauseReason, pause } from './bulk-grant.ts'
import type { Ready } from './bulk-reading.ts'

const mostTries = 5

export const isAtWork = ({ state }: StoredOperation): boolean =>
  state === 'RUNNING' || state === 'CHECKING'

/** The operation stands elsewhere than when its rows were looked at: nothing of them is kept. */
class Overtaken extends Error {}

/** One batch on its way into the database. */
interface Turn {
  /** It holds its place in the order of the turns: the next one may begin. */
  readonly begun: Promise<void>
  /** False when the operation is no longer this job's. */
  readonly done: Promise<boolean>
}

interface Beginning {
  readonly ready: Ready
  readonly id: string
  /** Whether the turn before was kept. */
  readonly former: Promise<boolean>
}

interface Taking extends Beginning {
  readonly begin: () => void
}

const entryOf = (verdict: Verdict): BulkEntry => {
  const told = [
    verdict.line,
    verdict.name.slice(0, 300),
    verdict.action,
    verdict.subjectId ?? null,
    verdict.errorCode ?? null,
    verdict.column ?? null,
    verdict.message ?? null,
  ] as const
  const { before, assumed } = verdict
  if (assumed !== undefined && assumed.length > 0) return [...told, before ?? null, assumed]
  return before === undefined ? told : [...told, before]
}

const countsAfter = (
  operation: StoredOperation,
  { batch }: Ready,
  verdicts: readonly Verdict[],
) => {
  const of = (...actions: string[]): number =>
    verdicts.filter(({ action }) => actions.includes(action)).length
  return {
    rows_done: batch.from + verdicts.length,
    changed: operation.changed + of('CREATE', 'UPDATE', 'DELETE'),
    created: operation.created + of('CREATE'),
    skipped: operation.skipped + of('SKIP'),
    failed: operation.failed + of('ERROR'),
    progress: batch.progress,
    position: batch.position === null ? null : JSON.stringify(batch.position),
  }
}

const rowsOf = ({ batch, rows, refused }: Ready): number =>
  batch.from + rows.length + refused.length

/** The operation, held, as it stands behind the rows before; waits for the turn that writes them. */
const heldAt = async (ctx: Context, id: string, from: number): Promise<StoredOperation> => {
  await waitForTurn(ctx, id, from)
  const operation = await findOperationForChange(ctx, id)
  if (operation === undefined || !isAtWork(operation) || operation.rows_done !== from) {
    throw new Overtaken()
  }
  return operation
}

const pausing = async (ctx: Context, { ready, id }: Beginning, reason: PauseReason) => {
  await pause(ctx, await heldAt(ctx, id, ready.batch.from), reason)
  return false
}

/**
 * One batch with its results and its checkpoint in one transaction: killed at any moment, a row is
 * done once and wholly, or not at all. The checkpoint is looked at last, when the turn before has
 * been kept: what was written in vain is taken back with `Overtaken`. The database knows who waits
 * for whom, so two turns that want the same row, each in its order, do not wait for ever.
 */
const takeOnce = (ctx: Context, work: BulkWork, taking: Taking): Promise<boolean> =>
  ctx.transaction(async (ctx) => {
    const { ready, id, begin } = taking
    await holdTurn(ctx, id, rowsOf(ready))
    begin()
    const present = await findOperation(ctx, id)
    if (present === undefined || !isAtWork(present)) return false
    const lent = ready.lapsed ?? (await lentRights(ctx, present))
    if ('reason' in lent) return pausing(ctx, taking, lent.reason)
    const how = {
      dryRun: present.state === 'CHECKING',
      existing: present.existing,
      wouldCreate: present.created,
      file: { format: present.format, headers: present.headers },
    }
    const inner = onBehalf(ctx, lent.actor)
    const judged = ready.rows.length === 0 ? [] : await work.perform(inner.ctx, ready.rows, how)
    const verdicts = [...ready.refused, ...judged].toSorted((a, b) => a.line - b.line)
    inner.hand(ctx)
    const operation = await heldAt(ctx, id, ready.batch.from)
    await insertResults(ctx, id, { entries: verdicts.map(entryOf), keys: ready.batch.keys })
    await updateOperation(ctx, id, countsAfter(operation, ready, verdicts))
    return true
  })

const take = async (ctx: Context, work: BulkWork, taking: Taking): Promise<boolean> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await takeOnce(ctx, work, taking)
    } catch (error) {
      const isOvertaken = error instanceof Overtaken
      // A user made between the look and the write is met by the second look.
      if (!(isOvertaken || isUniqueViolation(error))) throw error
      // The turn before may have been late; without it, the operation is another job's.
      if (!(await taking.former)) return false
      if (tries === mostTries) {
        if (isOvertaken) return false
        throw error
      }
    }
  }
}

/** Begins to write a batch; the turn before may still be at work. */
export const beginTurn = (ctx: Context, work: BulkWork, beginning: Beginning): Turn => {
  const { promise: begun, resolve } = Promise.withResolvers<void>()
  const done = take(ctx, work, { ...beginning, begin: resolve }).finally(resolve)
  // Told when it is awaited.
  done.catch(() => {})
  return { begun, done }
}
