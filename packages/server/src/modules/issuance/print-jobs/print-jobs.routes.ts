import * as jobs from '@signet/contract/issuance/print-jobs'
import * as queue from '@signet/contract/issuance/print-queue'
import { routes } from '../../../kit/routes.ts'
import { cancel, cancelAllOf, cancelBatch, change, remove, resume } from './changing.service.ts'
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

export const printJobRoutes = routes(jobs, {
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

export const printQueueRoutes = routes(queue, {
  listActivePrints: (ctx) => listActive(ctx),
  listPrints: (ctx, { body }) => listPage(ctx, body),
  listPrintsOfBatch: (ctx, { body }) => listPage(ctx, body),
  readPrint: (ctx, { params }) => read(ctx, params.printJobId),
  removePrint: (ctx, { params }) => remove(ctx, params.printJobId),
  cancelActivePrints: (ctx, { params }) => cancelAllOf(ctx, params.printerId),
})
