import type { Context } from '../../../kit/context.ts'
import { type Batch, Batches } from './bulk-batches.ts'
import { storedFile } from './bulk-files.ts'
import { readKeys, type StoredOperation } from './bulk-operations.repository.ts'
import { type BulkWork, isVerdict, type ValueRow, type Verdict } from './bulk-work.ts'
import { ownColumns } from './own-columns.ts'
import { readRows } from './reading/read-file.ts'
import { SeenKeys } from './seen-keys.ts'

/** A batch with all that can be done before its transaction. */
export interface Ready {
  readonly batch: Batch
  readonly rows: readonly ValueRow[]
  readonly refused: readonly Verdict[]
}

interface Preparing {
  readonly work: BulkWork
  readonly dryRun: boolean
}

const prepared = async (
  ctx: Context,
  { work, dryRun }: Preparing,
  batch: Batch,
): Promise<Ready> => {
  const all = (await work.prepare?.(ctx, batch.rows, { dryRun })) ?? batch.rows
  return {
    batch,
    rows: all.filter((each): each is ValueRow => !isVerdict(each)),
    refused: [...batch.refused, ...all.filter(isVerdict)],
  }
}

async function* readyBatches(
  ctx: Context,
  work: BulkWork,
  operation: StoredOperation,
): AsyncGenerator<Ready> {
  const { id, position, format } = operation
  const seen = new SeenKeys()
  const own = await ownColumns(ctx, work.kind, operation.mapping)
  try {
    if (position !== null) for await (const keys of readKeys(ctx, id)) seen.add(keys)
    const read = readRows(storedFile(ctx, operation), format ?? 'csv,', position ?? undefined)
    for await (const batch of new Batches(operation, work, { seen, own }).of(read)) {
      yield await prepared(ctx, { work, dryRun: operation.state === 'CHECKING' }, batch)
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
