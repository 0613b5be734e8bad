import type {
  printAllEnrollments,
  restartPrintJob,
} from '@signet/contract/issuance/enrollment-prints'
import { isActive, mostCardsOfPrint, mostPrintedAtOnce } from '@signet/rules/print-jobs'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { cursorOf, positionOf } from '../../../kit/page.ts'
import { recordsThat } from '../enrollments/index.ts'
import { findPrinters, printEach, printOne } from './printing.service.ts'
import { jobOrNotFound } from './queue.service.ts'

type WantedAll = z.output<(typeof printAllEnrollments)['body']>

/**
 * Cards of records that match and have none, some prints of them; each is looked at once.
 * @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND, ISSUANCE_PRINTER_NOT_FOUND, invalid_parameters
 */
export const printMatching = async (
  ctx: Context,
  { printerIds, hopper, cursor, ...sought }: WantedAll,
) => {
  await findPrinters(ctx, printerIds, hopper)
  const list = `prints ${JSON.stringify([printerIds, hopper, sought])}`
  const { ids, more, next } = await recordsThat(ctx, sought, {
    what: 'LACKS_CARD',
    most: mostPrintedAtOnce,
    position: positionOf(ctx, list, cursor),
  })
  let printed = 0
  for (let at = 0; at < ids.length; at += mostCardsOfPrint) {
    const cards = ids.slice(at, at + mostCardsOfPrint).map((enrollmentId) => ({ enrollmentId }))
    const { results } = await printEach(ctx, { printerIds, hopper, cards })
    printed += results.filter(({ job }) => job !== null).length
  }
  const refused = ids.length - printed
  return { printed, refused, more, cursor: next === null ? null : cursorOf(ctx, list, next) }
}

/** @throws ISSUANCE_PRINT_JOB_NOT_FOUND, ISSUANCE_PRINT_INVALID_STATE, ISSUANCE_PRINT_DONE */
export const restart = async (
  ctx: Context,
  { printJobId, reprint }: z.output<(typeof restartPrintJob)['body']>,
) => {
  const { kind, queue_state, printer_id, ...job } = await jobOrNotFound(ctx, printJobId)
  const isOver = kind === 'CARD' && !isActive(queue_state)
  if (!isOver || printer_id === null) throw new ApiError('ISSUANCE_PRINT_INVALID_STATE')
  return printOne(ctx, {
    printerId: printer_id,
    hopper: job.hopper ?? undefined,
    enrollmentId: job.issuance_id,
    attempt: job.attempt + 1,
    reprint,
  })
}
