import { abort } from '@signet/rules/abort'
import { areUnique } from '@signet/rules/lists'
import {
  cardFates,
  mostCardsOfPrint,
  printStatuses,
  queueStates,
  reprintReasons,
} from '@signet/rules/print-jobs'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, noContent, Uuid } from '../kit/schemas.ts'

export const PrintJob = z
  .object({
    id: Uuid,
    batchId: Uuid,
    /** Its place among the cards of the print, from 0. */
    position: z.int(),
    /** SAMPLE: of a design, marked VOID and not counted. */
    kind: z.enum(['CARD', 'SAMPLE']),
    /** Of whom; null for a sample. */
    enrollmentId: Uuid.nullable(),
    attempt: z.int(),
    /** Of the record; empty once that is deleted. */
    title: z.string(),
    /** Null once the printer is deleted. */
    printerId: Uuid.nullable(),
    printerName: z.string(),
    hopper: z.string().nullable(),
    queueState: z.enum(queueStates),
    printStatus: z.enum(printStatuses),
    /** The printer was asked to end it, and has not said yet that it did. */
    cancelWanted: z.boolean(),
    /** It waits until somebody has its print go on. */
    held: z.boolean(),
    /** What the printer wants, or why it was not printed; keywords. */
    detail: z.string(),
    reprintReason: z.enum(reprintReasons).nullable(),
    reprintNote: z.string().nullable(),
    previousFate: z.enum(cardFates).nullable(),
    /** Of the drawing that was sent: the same card gives the same one, years later. */
    imageSha256: z.string().nullable(),
    createdAt: Instant,
    createdBy: z.string(),
    startedAt: Instant.nullable(),
    endedAt: Instant.nullable(),
  })
  .meta({ id: 'PrintJob' })

export const PrintStatusAnswer = PrintJob.pick({
  id: true,
  queueState: true,
  printStatus: true,
  cancelWanted: true,
  detail: true,
  attempt: true,
}).meta({ id: 'PrintStatus' })

export const PrintBatch = z
  .object({
    id: Uuid,
    total: z.int(),
    /** The first card that is held, of those that the caller sees; null while none is. */
    heldFrom: z.int().nullable(),
    createdAt: Instant,
    createdBy: z.string(),
  })
  .meta({ id: 'PrintBatch' })

export const PrintBatchInFull = PrintBatch.extend({ jobs: z.array(PrintJob) }).meta({
  id: 'PrintBatchInFull',
})

export const Reprint = z
  .object({
    reason: z.enum(reprintReasons),
    note: z.string().trim().max(500, abort).default(''),
    /** Of the card before. */
    fate: z.enum(cardFates),
  })
  .refine(({ reason, note }) => reason !== 'OTHER' || note !== '', {
    error: 'another reason takes a note',
    path: ['note'],
  })
  .meta({ id: 'Reprint' })

const Card = z
  .object({
    enrollmentId: Uuid,
    /** The number of the attempt: sent again with the same number, nothing is printed again. */
    attempt: z.int().min(1).max(1000).optional(),
    /** For a card that has come out already. */
    reprint: Reprint.optional(),
  })
  .meta({ id: 'CardToPrint' })

const Hopper = z.string().trim().min(1).max(100, abort)

export const PrintRequest = z
  .object({
    /** Several share the cards in turn. */
    printerIds: z.array(Uuid).min(1).max(20, abort),
    /** Where cards are taken from; as the printer prefers where it is left out. */
    hopper: Hopper.optional(),
    cards: z.array(Card).min(1).max(mostCardsOfPrint, abort),
  })
  .refine(({ cards }) => areUnique(cards.map(({ enrollmentId }) => enrollmentId)), {
    error: 'a record is named twice',
    path: ['cards'],
  })
  .meta({ id: 'PrintRequest' })

export const CardOnPrinter = Card.omit({ enrollmentId: true }).extend({
  hopper: Hopper.optional(),
})
const onOnePrinter = { enrollmentId: Uuid, ...CardOnPrinter.shape }

const Row = z.object({
  enrollmentId: Uuid,
  job: PrintJob.nullable(),
  /** Why it is not printed; null where it is. */
  errorCode: z.string().nullable(),
})

export const PrintResult = z
  .object({ batchId: Uuid.nullable(), results: z.array(Row) })
  .meta({ id: 'PrintResult' })

const path = '/api/web/v1/print'
const api = { api: 'issuance', actor: 'admin' } as const
const view = { ...api, needs: ['PRINTERS', 'VIEW'], limit: 'read', audit: null } as const
const issue = { ...api, needs: ['ISSUANCE', 'ADD'], limit: 'heavy' } as const
const change = { ...api, needs: ['ISSUANCE', 'EDIT'], limit: 'change' } as const
const gone = 'ISSUANCE_PRINT_JOB_NOT_FOUND'
const noBatch = 'ISSUANCE_PRINT_BATCH_NOT_FOUND'
const wrongState = 'ISSUANCE_PRINT_INVALID_STATE'
const refused = [
  'ISSUANCE_ENROLLMENT_NOT_FOUND',
  'ISSUANCE_PRINTER_NOT_FOUND',
  'ISSUANCE_NO_CREDIT',
  'ISSUANCE_PRINT_ACTIVE',
  'ISSUANCE_PRINT_CONFLICT',
  'ISSUANCE_PRINT_DONE',
  'ISSUANCE_PRINT_NOT_ENROLLED',
  'invalid_parameters',
] as const
const once =
  'Asked twice in the same way, it answers with the job of the first time. A card that has come out is printed again for a reason that is told.'
const JobParams = z.object({ printStatusId: Uuid })

export const listPrintBatches = endpoint({
  ...view,
  method: 'GET',
  path,
  answer: z.array(PrintBatch),
  errors: [],
  summary: 'What was printed, the newest first',
  description: 'At most 100.',
})

export const readPrintBatch = endpoint({
  ...view,
  method: 'GET',
  path: `${path}/:id`,
  params: IdParams,
  answer: PrintBatchInFull,
  errors: [noBatch],
  summary: 'Cards that were asked for together',
})

export const printCards = endpoint({
  ...issue,
  method: 'POST',
  path,
  body: PrintRequest,
  answer: PrintBatchInFull,
  ordinary: 'issuanceWork',
  errors: [...refused],
  audit: 'PRINT_SUBMITTED',
  summary: 'Print the cards of several records',
  description: `All of them or none. ${once}`,
})

export const printCardsEach = endpoint({
  ...issue,
  method: 'POST',
  path: '/api/web/v2/print',
  body: PrintRequest,
  answer: PrintResult,
  ordinary: 'issuanceWork',
  errors: ['ISSUANCE_ENROLLMENT_NOT_FOUND', 'ISSUANCE_PRINTER_NOT_FOUND', 'invalid_parameters'],
  audit: 'PRINT_SUBMITTED',
  summary: 'Print the cards of several records, each by itself',
  description: `Those that can be printed are; the others say why not. ${once}`,
})

export const printCard = endpoint({
  ...issue,
  method: 'POST',
  path: `${path}/single`,
  body: z.object({ printerId: Uuid, ...onOnePrinter }).meta({ id: 'SinglePrintRequest' }),
  answer: PrintJob,
  ordinary: 'issuanceWork',
  errors: [...refused],
  audit: 'PRINT_SUBMITTED',
  summary: 'Print the card of one record',
  description: once,
})

export const printCardOn = endpoint({
  ...issue,
  method: 'POST',
  path: '/api/web/v1/printers/:printerId/print',
  params: z.object({ printerId: Uuid }),
  body: z.object(onOnePrinter).meta({ id: 'PrintRequestOfPrinter' }),
  answer: PrintJob,
  ordinary: 'issuanceWork',
  errors: [...refused],
  audit: 'PRINT_SUBMITTED',
  summary: 'Print the card of one record on this printer',
  description: once,
})

export const printDesign = endpoint({
  ...issue,
  method: 'POST',
  path: '/api/web/issuance/printers/:printerId/printdesign',
  params: z.object({ printerId: Uuid }),
  body: z
    .object({
      credentialDesignId: Uuid,
      hopper: Hopper.optional(),
      values: z
        .record(z.string().min(1).max(60, abort), z.string().max(900_000, abort))
        .default({}),
    })
    .meta({ id: 'DesignPrintRequest' }),
  answer: PrintJob,
  ordinary: 'issuanceWork',
  errors: [
    'ISSUANCE_CREDENTIAL_DESIGN_NOT_FOUND',
    'ISSUANCE_PRINTER_NOT_FOUND',
    'invalid_parameters',
    'rights_not_held',
  ],
  audit: 'PRINT_SUBMITTED',
  catalogueId: 'post:web.issuance.printers.printerId.printdesign',
  summary: 'Print a sample of a design',
  description: 'Both sides say VOID, and the card is counted nowhere.',
})

export const cancelPrintBatch = endpoint({
  ...change,
  method: 'DELETE',
  path: `${path}/cancel/:id`,
  params: IdParams,
  query: z.object({ from: z.coerce.number().int().min(0).max(mostCardsOfPrint).default(0) }),
  answer: PrintBatchInFull,
  ordinary: 'issuanceWork',
  errors: [noBatch],
  audit: 'PRINT_CANCELLED',
  summary: 'Call off the cards of a print, from a position on',
  description:
    'Cards that were not sent are cancelled at once. Of one that was sent the printer is asked, and believed: it may come out all the same.',
})

export const resumePrint = endpoint({
  ...change,
  method: 'POST',
  path: `${path}/resume`,
  body: z
    .object({
      id: Uuid,
      /** Cards before this position that were not begun are cancelled. */
      from: z.int().min(0).max(mostCardsOfPrint).default(0),
      /** Cards that failed or were cancelled are tried again as the next attempt. */
      failed: z.boolean().default(false),
    })
    .meta({ id: 'PrintResumption' }),
  answer: PrintBatchInFull,
  ordinary: 'issuanceWork',
  errors: [noBatch, 'ISSUANCE_PRINTER_NOT_FOUND', 'ISSUANCE_ENROLLMENT_NOT_FOUND'],
  audit: 'PRINT_CHANGED',
  summary: 'Go on with a print that was held',
})

export const downloadPrintLog = endpoint({
  ...view,
  method: 'GET',
  path: `${path}/download/logs/:id`,
  params: IdParams,
  answer: z.string(),
  produces: 'text/plain',
  errors: [noBatch],
  summary: 'What happened to the cards of a print, line by line',
})

export const downloadPrintLogTable = endpoint({
  ...view,
  method: 'GET',
  path: '/api/web/v2/print/download/logs/:id',
  params: IdParams,
  answer: z.string(),
  produces: 'text/csv',
  errors: [noBatch],
  summary: 'What happened to the cards of a print, as a table',
})

export const readPrintCounts = endpoint({
  ...view,
  method: 'GET',
  path: '/api/web/v1/printcounts',
  query: z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }),
  answer: z.array(
    z
      .object({
        printerName: z.string(),
        operator: z.string(),
        completed: z.int(),
        failed: z.int(),
        cancelled: z.int(),
        /** Of the completed ones: those that took the place of another card. */
        reprinted: z.int(),
      })
      .meta({ id: 'PrintCount' }),
  ),
  errors: [],
  summary: 'How many cards came out, by printer and operator',
  description: 'Of the last days, today included. Samples are not counted.',
})

export const readPrintStatus = endpoint({
  ...view,
  method: 'GET',
  path: '/api/web/v1/printers/print/:printStatusId',
  params: JobParams,
  answer: PrintStatusAnswer,
  errors: [gone],
  summary: 'How one card stands',
})

export const cancelPrint = endpoint({
  ...change,
  method: 'DELETE',
  path: '/api/web/v1/printers/print/:printStatusId',
  params: JobParams,
  answer: noContent,
  ordinary: 'issuanceWork',
  errors: [gone, wrongState],
  audit: 'PRINT_CANCELLED',
  summary: 'Call off one card',
})

export const changePrint = endpoint({
  ...change,
  method: 'PATCH',
  path: '/api/web/v1/printers/print/:printStatusId',
  params: JobParams,
  body: z
    .discriminatedUnion('action', [
      z.object({ action: z.literal('MOVE'), printerId: Uuid, hopper: Hopper.optional() }),
      z.object({ action: z.literal('HOLD') }),
      z.object({
        action: z.literal('ANSWER'),
        /** Whether a usable card came out. */
        usable: z.boolean(),
      }),
    ])
    .meta({ id: 'PrintChange' }),
  answer: PrintJob,
  ordinary: 'issuanceWork',
  errors: [gone, wrongState, 'ISSUANCE_PRINTER_NOT_FOUND', 'invalid_parameters'],
  audit: 'PRINT_CHANGED',
  summary: 'Move a card to another printer, hold the print from it on, or say what came of it',
  description:
    'MOVE takes a card that was not sent. HOLD keeps it and those behind it in its print from being begun: of the cards that the caller sees. ANSWER is for one that is UNKNOWN: with a usable card it is COMPLETED, else FAILED, and may be tried again.',
})
