import { Reprint } from '@signet/contract/issuance/print-jobs'
import { mostCardsOfPrint } from '@signet/rules/print-jobs'
import type { z } from 'zod'
import type { Context } from '../../../../kit/context.ts'
import { printSets } from '../../../issuance/print-jobs/index.ts'
import {
  type BulkWork,
  failed,
  faultBy,
  type RowFault,
  type ValueRow,
  type Verdict,
} from '../bulk-work.ts'
import { printersIn } from '../reading/told-once.ts'
import { findRecords, keysOfRecord, nameOfRecord, type RecordTarget } from './target-enrollments.ts'

type Again = z.output<typeof Reprint> | undefined

const columns = { reason: 'reprintReason', note: 'reprintNote', fate: 'previousFate' } as const

/** Why a card that came out is printed again, where the row says so. */
const reprintIn = ({ values }: ValueRow): { readonly reprint: Again } | RowFault => {
  const { reprintReason, reprintNote, previousFate } = values
  if (reprintReason === undefined) return { reprint: undefined }
  const told = Reprint.safeParse({
    reason: reprintReason.toUpperCase(),
    note: reprintNote,
    fate: previousFate?.toUpperCase(),
  })
  if (told.success) return { reprint: told.data }
  const [issue] = told.error.issues
  const at = Object.entries(columns).find(([name]) => name === issue?.path[0])
  return { code: 'bulk_value_unfit', column: at?.[1] ?? null, message: issue?.message ?? null }
}

interface Wanted extends RecordTarget {
  readonly reprint: Again
}

const requestOf = (wanted: readonly Wanted[]) => {
  const { printers, hopper } = wanted[0]?.row.values ?? {}
  const cards = wanted.map(({ record, reprint }) => ({ enrollmentId: record.id, reprint }))
  return { printerIds: [...printersIn(printers)], hopper, cards }
}

const refusedCard = ({ row, record }: Wanted, code: string): Verdict =>
  failed(row, record.title, { code })

/** A card that waits already, asked for in the same way, is not asked for again. */
const printed = (
  { row: { line }, record: { title } }: Wanted,
  job: { readonly id: string | null; readonly isNew: boolean },
): Verdict => ({ line, name: title, action: job.isNew ? 'CREATE' : 'SKIP', subjectId: job.id })

const foreseen = async (ctx: Context, wanted: readonly Wanted[]): Promise<readonly Verdict[]> => {
  const outcomes = await printSets.foresee(ctx, requestOf(wanted))
  return wanted.map((each, at) => {
    const outcome = outcomes[at] ?? null
    if (outcome === null) return printed(each, { id: null, isNew: true })
    return 'job' in outcome
      ? printed(each, { id: outcome.job.id, isNew: false })
      : refusedCard(each, outcome.refused.code)
  })
}

const sent = async (ctx: Context, wanted: readonly Wanted[]): Promise<readonly Verdict[]> => {
  const { batchId, results } = await printSets.print(ctx, requestOf(wanted))
  return wanted.map((each, at) => {
    const { job = null, errorCode = null } = results[at] ?? {}
    return job === null
      ? refusedCard(each, errorCode ?? 'ISSUANCE_PRINT_NOT_ENROLLED')
      : printed(each, { id: job.id, isNew: job.batchId === batchId })
  })
}

/** Prints some at a time: their pictures are in memory meanwhile. */
const printAll = async (
  ctx: Context,
  wanted: readonly Wanted[],
  dryRun: boolean,
): Promise<readonly Verdict[]> => {
  const verdicts: Verdict[] = []
  for (let at = 0; at < wanted.length; at += mostCardsOfPrint) {
    const some = wanted.slice(at, at + mostCardsOfPrint)
    const gone = await faultBy(async () => {
      verdicts.push(...(await (dryRun ? foreseen(ctx, some) : sent(ctx, some))))
    })
    if (gone === null) continue
    const fault = { ...gone, column: 'printers' }
    verdicts.push(...some.map(({ row, record }) => failed(row, record.title, fault)))
  }
  return verdicts
}

/** Puts the cards of records of one design into the queue of printers, as a single print does. */
export const printEnrollments: BulkWork = {
  kind: 'printenrollments',
  touches: [],
  nameOf: nameOfRecord,
  keysOf: keysOfRecord,
  perform: async (ctx, rows, { dryRun }) => {
    const { targets, refused } = await findRecords(ctx, rows, ['ISSUANCE', 'ADD'])
    const verdicts: Verdict[] = [...refused]
    const wanted: Wanted[] = []
    for (const { row, record } of targets) {
      const again = reprintIn(row)
      if ('code' in again) verdicts.push(failed(row, record.title, again))
      else wanted.push({ row, record, reprint: again.reprint })
    }
    return [...verdicts, ...(await printAll(ctx, wanted, dryRun))]
  },
}
