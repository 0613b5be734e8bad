import { buildEnrollment } from '../../../security/sweep/enrollment-rows.ts'
import { anyCardDesign, anyPrinter } from '../../../security/sweep/id-rows.ts'
import {
  buildCredentialDesign,
  buildEndedPrint,
  buildPrint,
  buildPrinter,
  printRequest,
} from '../../../security/sweep/issuance-rows.ts'
import { rowsOf } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario } from '../../../security/sweep/world.ts'

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

export const scenarios: SubjectScenarios = {
  calls: {
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
  },
  ids: [
    {
      under: '/api/web/v1/printers/print/',
      build: async ({ ctx }) => ({ printStatusId: (await buildPrint(ctx)).jobId }),
    },
    {
      under: '/api/web/v1/prints/',
      build: async ({ ctx }) => ({ printJobId: (await buildPrint(ctx)).jobId }),
    },
    {
      under: '/api/web/v1/prints/:printerId/',
      build: async ({ ctx }) => ({ printerId: await buildPrinter(ctx) }),
    },
    {
      under: '/api/web/issuance/printers/',
      build: async ({ ctx }) => ({ printerId: await buildPrinter(ctx) }),
    },
    {
      under: '/api/web/v1/print/',
      build: async ({ ctx }) => ({ id: (await buildPrint(ctx)).batchId }),
    },
    {
      under: '/api/web/v2/print/',
      build: async ({ ctx }) => ({ id: (await buildPrint(ctx)).batchId }),
    },
  ],
  bodyIds: {
    printEnrollment: {
      build: anyPrinter,
      body: (printerId) => ({ printerId }),
      params: async ({ ctx }) => ({ enrollmentId: (await buildEnrollment(ctx)).enrollmentId }),
    },
    printEnrollments: { build: anyPrinter, body: (id) => printRequest(id, crypto.randomUUID()) },
    printAllEnrollments: {
      build: anyPrinter,
      body: (id) => ({ printerIds: [id], workflowId: crypto.randomUUID() }),
    },
    restartPrintJob: {
      build: ({ ctx }) => buildEndedPrint(ctx),
      body: (printJobId) => ({ printJobId }),
    },
    listPrints: { build: anyPrinter, body: (printerId) => ({ printerId }) },
    listPrintsOfBatch: {
      build: async ({ ctx }) => (await buildPrint(ctx)).batchId,
      body: (batchId) => ({ batchId }),
    },
    printCards: { build: anyPrinter, body: (id) => printRequest(id, crypto.randomUUID()) },
    printCardsEach: { build: anyPrinter, body: (id) => printRequest(id, crypto.randomUUID()) },
    printCard: {
      build: anyPrinter,
      body: (printerId) => ({ printerId, enrollmentId: crypto.randomUUID() }),
    },
    printCardOn: {
      build: async ({ ctx }) => (await buildEnrollment(ctx)).enrollmentId,
      body: (enrollmentId) => ({ enrollmentId }),
      params: async (tenant) => ({ printerId: await anyPrinter(tenant) }),
    },
    printDesign: {
      build: anyCardDesign,
      body: (credentialDesignId) => ({ credentialDesignId }),
      params: async (tenant) => ({ printerId: await anyPrinter(tenant) }),
    },
    resumePrint: {
      build: async ({ ctx }) => (await buildPrint(ctx)).batchId,
      body: (id) => ({ id }),
    },
    changePrint: {
      build: anyPrinter,
      body: (printerId) => ({ action: 'MOVE', printerId }),
      params: async ({ ctx }) => ({ printStatusId: (await buildPrint(ctx)).jobId }),
    },
  },
  bodies: {
    changePrint: { action: 'HOLD' },
  },
  effects: {
    printDesign: ['listPrintBatches'],
    printEnrollments: ['listPrintBatches'],
    printAllEnrollments: ['listPrintBatches'],
    restartPrintJob: ['listPrintBatches'],
    printEnrollment: ['listPrintBatches'],
    printCardOn: ['listPrintBatches'],
    printCard: ['listPrintBatches'],
    cancelPrintBatch: rowsOf('print_jobs'),
    cancelActivePrints: rowsOf('print_jobs'),
    changePrint: ['readPrint'],
  },
  alteredBy: {
    downloadPrintLog: ['cancelPrintBatch'],
    downloadPrintLogTable: ['cancelPrintBatch'],
    readPrintBatch: ['cancelPrintBatch'],
    listPrints: ['printCard'],
    listActivePrints: ['printCard'],
    listPrintsOfBatch: ['printCard'],
  },
  shownIn: {
    readPrintCounts: 'modules/issuance/print-jobs/print-jobs.test.ts',
    resumePrint: 'modules/issuance/print-jobs/print-jobs.test.ts',
  },
}
