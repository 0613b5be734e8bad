import * as enrollmentPrints from '@signet/contract/issuance/enrollment-prints'
import * as jobs from '@signet/contract/issuance/print-jobs'
import * as queue from '@signet/contract/issuance/print-queue'
import { day, type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { cancel, cancelAllOf, cancelBatch, change, remove, resume } from './changing.service.ts'
import { printMatching, restart } from './enrollment-prints.service.ts'
import { logAsTable, logAsText } from './logs.ts'
import { printAll, printEach, printOne, printSample } from './printing.service.ts'
import {
  counts,
  listActive,
  listBatches,
  listPage,
  read,
  readBatch,
  readStatus,
} from './queue.service.ts'

const printJobRoutes = routes(jobs, {
  listPrintBatches: (ctx) => listBatches(ctx),
  readPrintBatch: (ctx, { params }) => readBatch(ctx, params.id),
  printCards: (ctx, { body }) => printAll(ctx, body),
  printCardsEach: (ctx, { body }) => printEach(ctx, body),
  printCard: (ctx, { body }) => printOne(ctx, body),
  printCardOn: (ctx, { params, body }) => printOne(ctx, { ...body, ...params }),
  printDesign: (ctx, { params, body }) => printSample(ctx, params.printerId, body),
  cancelPrintBatch: (ctx, { params, query }) => cancelBatch(ctx, params.id, query.from),
  resumePrint: (ctx, { body }) => resume(ctx, body),
  downloadPrintLog: (ctx, { params }) => logAsText(ctx, params.id),
  downloadPrintLogTable: (ctx, { params }) => logAsTable(ctx, params.id),
  readPrintCounts: (ctx, { query }) => counts(ctx, query.days),
  readPrintStatus: (ctx, { params }) => readStatus(ctx, params.printStatusId),
  cancelPrint: (ctx, { params }) => cancel(ctx, params.printStatusId),
  changePrint: (ctx, { params, body }) => change(ctx, params.printStatusId, body),
})

const printQueueRoutes = routes(queue, {
  listActivePrints: (ctx) => listActive(ctx),
  listPrints: (ctx, { body }) => listPage(ctx, body),
  listPrintsOfBatch: (ctx, { body }) => listPage(ctx, body),
  readPrint: (ctx, { params }) => read(ctx, params.printJobId),
  removePrint: (ctx, { params }) => remove(ctx, params.printJobId),
  cancelActivePrints: (ctx, { params }) => cancelAllOf(ctx, params.printerId),
})

const enrollmentPrintRoutes = routes(enrollmentPrints, {
  printEnrollment: (ctx, { params, body }) => printOne(ctx, { ...body, ...params }),
  printEnrollments: (ctx, { body }) => printEach(ctx, body),
  printAllEnrollments: (ctx, { body }) => printMatching(ctx, body),
  restartPrintJob: (ctx, { body }) => restart(ctx, body),
})

export const printJobsModule: Module = {
  routes: [enrollmentPrintRoutes, printJobRoutes, printQueueRoutes],
  retention: [
    // Pictures of people: their cards are out.
    { table: 'print_contents', column: 'ended_at', graceMillis: 7 * day },
  ],
  kept: {
    'print_jobs.ended_at': 'who was given which card is asked years later',
  },
  openColumns: ['print_jobs.request_hash'],
}
