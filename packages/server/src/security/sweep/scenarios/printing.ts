import { buildEnrollment } from '../enrollment-rows.ts'
import {
  buildCredentialDesign,
  buildEndedPrint,
  buildPrint,
  buildPrinter,
  printRequest,
} from '../issuance-rows.ts'
import type { Scenario, Scenarios } from '../world.ts'

const onJob =
  (name: 'printStatusId' | 'printJobId', body?: unknown): Scenario =>
  async ({ ctx }) => ({
    params: { [name]: (await buildPrint(ctx)).jobId },
    ...(body === undefined ? {} : { body }),
  })

const onBatch: Scenario = async ({ ctx }) => ({ params: { id: (await buildPrint(ctx)).batchId } })

const together: Scenario = async ({ ctx }) => ({
  body: printRequest(await buildPrinter(ctx), (await buildEnrollment(ctx)).enrollmentId),
})

/** Cards on their way through the queue. */
export const printingScenarios: Scenarios = {
  printCards: together,
  printCardsEach: together,
  printCard: async ({ ctx }) => ({
    body: {
      printerId: await buildPrinter(ctx),
      enrollmentId: (await buildEnrollment(ctx)).enrollmentId,
    },
  }),
  printCardOn: async ({ ctx }) => ({
    params: { printerId: await buildPrinter(ctx) },
    body: { enrollmentId: (await buildEnrollment(ctx)).enrollmentId },
  }),
  printEnrollment: async ({ ctx }) => ({
    params: { enrollmentId: (await buildEnrollment(ctx)).enrollmentId },
    body: { printerId: await buildPrinter(ctx) },
  }),
  printEnrollments: together,
  printAllEnrollments: async ({ ctx }) => ({
    body: {
      workflowId: (await buildEnrollment(ctx)).workflowId,
      printerIds: [await buildPrinter(ctx)],
    },
  }),
  restartPrintJob: async ({ ctx }) => {
    const printJobId = await buildEndedPrint(ctx)
    return { body: { printJobId } }
  },
  printDesign: async ({ ctx }) => ({
    params: { printerId: await buildPrinter(ctx) },
    body: { credentialDesignId: await buildCredentialDesign(ctx) },
  }),
  readPrintBatch: onBatch,
  cancelPrintBatch: onBatch,
  downloadPrintLog: onBatch,
  downloadPrintLogTable: onBatch,
  resumePrint: async ({ ctx }) => ({ body: { id: (await buildPrint(ctx)).batchId } }),
  readPrintStatus: onJob('printStatusId'),
  cancelPrint: onJob('printStatusId'),
  changePrint: onJob('printStatusId', { action: 'HOLD' }),
  readPrint: onJob('printJobId'),
  removePrint: onJob('printJobId'),
  cancelActivePrints: async ({ ctx }) => ({
    params: { printerId: (await buildPrint(ctx)).printerId },
  }),
}
