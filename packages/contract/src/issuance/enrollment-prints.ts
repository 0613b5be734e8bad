import { abort } from '@signet/rules/abort'
import { mostPrintedAtOnce } from '@signet/rules/print-jobs'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Uuid } from '../kit/schemas.ts'
import { EnrollmentFilter, EnrollmentQuery } from './enrollments.ts'
import { CardOnPrinter, PrintJob, PrintRequest, PrintResult, Reprint } from './print-jobs.ts'

const path = '/api/web/issuance/enrollments'
const issue = {
  api: 'issuance',
  actor: 'admin',
  needs: ['ISSUANCE', 'ADD'],
  limit: 'heavy',
  method: 'POST',
  audit: 'PRINT_SUBMITTED',
} as const
const noPrinter = 'ISSUANCE_PRINTER_NOT_FOUND'
const noRecord = 'ISSUANCE_ENROLLMENT_NOT_FOUND'
const refused = [
  noRecord,
  noPrinter,
  'ISSUANCE_NO_CREDIT',
  'ISSUANCE_PRINT_ACTIVE',
  'ISSUANCE_PRINT_CONFLICT',
  'ISSUANCE_PRINT_DONE',
  'ISSUANCE_PRINT_NOT_ENROLLED',
  'invalid_parameters',
] as const

export const printEnrollment = endpoint({
  ...issue,
  path: `${path}/:enrollmentId/print`,
  params: z.object({ enrollmentId: Uuid }),
  body: CardOnPrinter.extend({ printerId: Uuid }).meta({ id: 'EnrollmentPrint' }),
  answer: PrintJob,
  ordinary: 'issuanceWork',
  errors: refused,
  catalogueId: 'post:web.issuance.enrollments.enrollmentId.print',
  summary: 'Print the card of this record',
  description:
    'Asked twice in the same way, it answers with the job of the first time. A card that has come out is printed again for a reason that is told.',
})

export const printEnrollments = endpoint({
  ...issue,
  path: `${path}/multiPrints`,
  body: PrintRequest,
  answer: PrintResult,
  ordinary: 'issuanceWork',
  errors: [noRecord, noPrinter, 'invalid_parameters'],
  catalogueId: 'post:web.issuance.enrollments.multiPrints',
  summary: 'Print the cards of several records, each by itself',
  description: 'Those that can be printed are; the others say why not.',
})

export const printAllEnrollments = endpoint({
  ...issue,
  path: `${path}/print/all`,
  body: z
    .object({
      ...EnrollmentFilter.omit({ enrollState: true }).shape,
      ...EnrollmentQuery.shape,
      printerIds: PrintRequest.shape.printerIds,
      hopper: PrintRequest.shape.hopper,
      /** Of the answer before, with the same search: goes on after what was looked at. */
      cursor: z.string().max(4000, abort).optional(),
    })
    .meta({ id: 'EnrollmentPrintAll' }),
  answer: z
    .object({
      printed: z.int(),
      /** Were asked for by somebody else meanwhile. */
      refused: z.int(),
      /** There are more: ask again, with the cursor. */
      more: z.boolean(),
      /** Null where there are no more. */
      cursor: z.string().nullable(),
    })
    .meta({ id: 'EnrollmentsPrinted' }),
  ordinary: 'issuanceWork',
  errors: ['ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND', noPrinter, 'invalid_parameters'],
  catalogueId: 'post:web.issuance.enrollments.print.all',
  summary: `Print the cards of all records that match, ${mostPrintedAtOnce} at a time`,
  description:
    'Of those that the caller sees: whose record is complete, whose card has not come out, and is not on its way. With the cursor it goes on with the others; a card that failed or was called off meanwhile is not printed again. A `term` of three letters and more finds 1,000 at most.',
})

export const restartPrintJob = endpoint({
  ...issue,
  path: `${path}/restartPrintJob`,
  body: z
    .object({
      printJobId: Uuid,
      /** For a card that has come out. */
      reprint: Reprint.optional(),
    })
    .meta({ id: 'PrintRestart' }),
  answer: PrintJob,
  ordinary: 'issuanceWork',
  errors: [...refused, 'ISSUANCE_PRINT_JOB_NOT_FOUND', 'ISSUANCE_PRINT_INVALID_STATE'],
  catalogueId: 'post:web.issuance.enrollments.restartPrintJob',
  summary: 'Print a card again that failed, was called off or is spoiled',
  description:
    'The next attempt at the same card on the same printer, with the record as it stands now. Only the last attempt at a card is restarted.',
})
