import { abort } from '@signet/rules/abort'
import { printStatuses, queueStates } from '@signet/rules/print-jobs'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, noContent, PageRequest, pageOf, Uuid } from '../kit/schemas.ts'
import { PrintJob } from './print-jobs.ts'

const Line = z.object({
  at: Instant,
  event: z.string(),
  queueState: z.enum(queueStates),
  printStatus: z.enum(printStatuses),
  detail: z.string(),
})

export const PrintJobInFull = PrintJob.extend({ log: z.array(Line) }).meta({
  id: 'PrintJobInFull',
})

const filter = {
  states: z.array(z.enum(queueStates)).max(queueStates.length, abort).optional(),
  printerId: Uuid.optional(),
}

export const PrintQueueRequest = PageRequest.extend({
  ...filter,
  batchId: Uuid.optional(),
}).meta({ id: 'PrintQueueRequest' })

const path = '/api/web/v1/prints'
const api = { api: 'issuance', actor: 'admin' } as const
const view = { ...api, needs: ['PRINTERS', 'VIEW'], limit: 'read', audit: null } as const
const change = { ...api, needs: ['ISSUANCE', 'EDIT'], limit: 'change' } as const
const gone = 'ISSUANCE_PRINT_JOB_NOT_FOUND'
const JobParams = z.object({ printJobId: Uuid })

export const listActivePrints = endpoint({
  ...view,
  method: 'GET',
  path,
  answer: z.array(PrintJob),
  errors: [],
  summary: 'Cards that wait, are printed, or need an answer',
  description: 'The first 500, in their order.',
})

export const listPrints = endpoint({
  ...view,
  limit: 'search',
  method: 'POST',
  path: `${path}/paginated`,
  body: PageRequest.extend(filter).meta({ id: 'PrintPageRequest' }),
  answer: pageOf(PrintJob),
  errors: ['invalid_parameters'],
  summary: 'Cards that were asked for, the newest first',
})

export const listPrintsOfBatch = endpoint({
  ...view,
  limit: 'search',
  method: 'POST',
  path: '/api/web/v2/prints/paginated',
  body: PrintQueueRequest,
  answer: pageOf(PrintJob),
  errors: ['invalid_parameters'],
  summary: 'Cards that were asked for, also those of one print',
})

export const readPrint = endpoint({
  ...view,
  method: 'GET',
  path: `${path}/:printJobId`,
  params: JobParams,
  answer: PrintJobInFull,
  errors: [gone],
  summary: 'One card with what happened to it',
})

export const removePrint = endpoint({
  ...change,
  method: 'DELETE',
  path: `${path}/:printJobId`,
  params: JobParams,
  answer: noContent,
  ordinary: 'issuanceWork',
  errors: [gone, 'ISSUANCE_PRINT_INVALID_STATE'],
  audit: 'PRINT_CANCELLED',
  summary: 'Take a card off the list',
  description:
    'One that has not ended is called off, as `DELETE printers/print` does it. What came out stays counted and logged.',
})

export const cancelActivePrints = endpoint({
  ...change,
  method: 'POST',
  path: `${path}/:printerId/cancelAllActivePrints`,
  params: z.object({ printerId: Uuid }),
  answer: z.object({ cancelled: z.int(), asked: z.int() }).meta({ id: 'CancelledPrints' }),
  ordinary: 'issuanceWork',
  errors: ['ISSUANCE_PRINTER_NOT_FOUND'],
  audit: 'PRINT_CANCELLED',
  summary: 'Call off all cards of a printer',
  description:
    'Those that were not sent are cancelled; of those that were, the printer is asked (`asked`). Those that are UNKNOWN stay: they need an answer.',
})
