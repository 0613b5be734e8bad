import { bulkFormats, bulkHeadlessFormats } from '@signet/rules/bulk'
import type { Context } from '../../../../kit/context.ts'
import { withActor } from '../../../../kit/create-context.ts'
import { type Reading, readRows } from '../../../../platform/readers/tables/read-file.ts'
import { isEncoding } from '../../../../platform/readers/tables/text-encoding.ts'
import { findOperation, readKeys, type StoredOperation } from '../bulk-operations.repository.ts'
import { type BulkWork, isVerdict, type ValueRow, type Verdict } from '../bulk-work.ts'
import { type Batch, Batches } from '../reading/bulk-batches.ts'
import { storedFile } from '../reading/bulk-files.ts'
import { ownColumns } from '../reading/own-columns.ts'
import { SeenKeys } from '../reading/seen-keys.ts'
import { lentRights, type PauseReason } from './bulk-grant.ts'

/** A batch with all that can be done before its transaction. */
export interface Ready {
  readonly batch: Batch
  readonly rows: readonly ValueRow[]
  readonly refused: readonly Verdict[]
  /** Why nothing was prepared: the rights to do so did not hold. */
  readonly lapsed: { readonly reason: PauseReason } | null
}

/** With the starter's rights as they are now, and nothing where they do not hold any more. */
const prepared = async (
  ctx: Context,
  { work, operation }: { readonly work: BulkWork; readonly operation: StoredOperation },
  batch: Batch,
): Promise<Ready> => {
  const asItStands: Ready = { batch, rows: batch.rows, refused: batch.refused, lapsed: null }
  if (work.prepare === undefined) return asItStands
  const present = (await findOperation(ctx, operation.id)) ?? operation
  const lent = await lentRights(ctx, present)
  if ('reason' in lent) return { ...asItStands, lapsed: lent }
  const dryRun = operation.state === 'CHECKING'
  const all = await work.prepare(withActor(ctx, lent.actor), batch.rows, { dryRun })
  return {
    batch,
    rows: all.filter((each): each is ValueRow => !isVerdict(each)),
    refused: [...batch.refused, ...all.filter(isVerdict)],
    lapsed: null,
  }
}

/** How the file of an operation is read. */
export const readingOf = ({ format, encoding, headers }: StoredOperation): Reading => ({
  format: [...bulkFormats, ...bulkHeadlessFormats].find((each) => each === format) ?? 'csv,',
  encoding: isEncoding(encoding) ? encoding : null,
  headers,
})

async function* readyBatches(
  ctx: Context,
  work: BulkWork,
  operation: StoredOperation,
): AsyncGenerator<Ready> {
  const { id, position } = operation
  const seen = new SeenKeys()
  const own = await ownColumns(ctx, work.kind, operation.mapping)
  try {
    if (position !== null) for await (const keys of readKeys(ctx, id)) seen.add(keys)
    const file = storedFile(ctx, operation)
    const read = readRows(file, readingOf(operation), position ?? undefined)
    for await (const batch of new Batches(operation, work, { seen, own }).of(read)) {
      yield await prepared(ctx, { work, operation }, batch)
    }
  } finally {
    seen.close()
  }
}

/** The next one is made while the present one is worked on. */
async function* ahead<T>(all: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = all.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done === true) return
      next = all.next()
      // Told when it is awaited.
      next.catch(() => {})
      yield value
    }
  } finally {
    await next.catch(() => {})
    await all.return(undefined)
  }
}

/** The batches behind an operation's checkpoint; one is read and prepared ahead. */
export const batchesOf = (
  ctx: Context,
  work: BulkWork,
  operation: StoredOperation,
): AsyncGenerator<Ready> => ahead(readyBatches(ctx, work, operation))
