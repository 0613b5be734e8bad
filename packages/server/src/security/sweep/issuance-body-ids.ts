import type { TestTenant } from '../../testing/test-app.ts'
import { buildExternalDatabase, connectionWith } from './database-rows.ts'
import { buildEnrollment } from './enrollment-rows.ts'
import { buildFlashPassDesign } from './flash-pass-rows.ts'
import {
  alertNamed,
  buildCredentialDesign,
  buildPrint,
  buildPrinter,
  buildPrinterAlert,
  printRequest,
  settingsOfPrinter,
} from './issuance-rows.ts'
import { buildWorkflowDesign, workflowInFull } from './workflow-rows.ts'

/** An id in a body, with a row of another tenant to try it with. */
export interface BodyWithId {
  readonly build: (tenant: TestTenant) => Promise<string>
  readonly body: (id: string) => unknown
  /** Of rows that are this tenant's. */
  readonly params?: (tenant: TestTenant) => Promise<Readonly<Record<string, string>>>
}

const externalDatabase = ({ ctx }: TestTenant) => buildExternalDatabase(ctx)
const card = ({ ctx }: TestTenant) => buildCredentialDesign(ctx)
const printer = ({ ctx }: TestTenant) => buildPrinter(ctx)
const workflow = async ({ ctx }: TestTenant) => ({ workflowId: await buildWorkflowDesign(ctx) })

const passDesign = ({ ctx }: TestTenant) => buildFlashPassDesign(ctx)
const passesOf = (designId: string) => ({ designId, enrollmentIds: [crypto.randomUUID()] })

/** Of the issuance of cards. */
export const issuanceBodiesWithIds: Readonly<Record<string, BodyWithId | null>> = {
  previewPrint: {
    build: ({ ctx }) => buildCredentialDesign(ctx),
    body: (credentialDesignId) => ({ credentialDesignId }),
  },
  searchFleetPrinters: {
    build: async ({ tenant }) => tenant.id,
    body: (id) => ({ accountIds: [id] }),
  },
  createPrinterAlert: { build: printer, body: (id) => ({ ...alertNamed('x'), printerIds: [id] }) },
  updatePrinterAlert: {
    build: printer,
    body: (id) => ({ ...alertNamed('x'), printerIds: [id] }),
    params: async ({ ctx }) => ({ id: await buildPrinterAlert(ctx) }),
  },
  deletePrinterAlerts: {
    build: ({ ctx }) => buildPrinterAlert(ctx),
    body: (id) => ({ ids: [id] }),
  },
  changePrinterSettings: {
    build: printer,
    body: (id) => ({ ...settingsOfPrinter, copyTo: [id] }),
    params: async (tenant) => ({ printerId: await printer(tenant) }),
  },
  listPrints: { build: printer, body: (printerId) => ({ printerId }) },
  listPrintsOfBatch: {
    build: async ({ ctx }) => (await buildPrint(ctx)).batchId,
    body: (batchId) => ({ batchId }),
  },
  printCards: { build: printer, body: (id) => printRequest(id, crypto.randomUUID()) },
  printCardsEach: { build: printer, body: (id) => printRequest(id, crypto.randomUUID()) },
  printCard: {
    build: printer,
    body: (printerId) => ({ printerId, enrollmentId: crypto.randomUUID() }),
  },
  printCardOn: {
    build: async ({ ctx }) => (await buildEnrollment(ctx)).enrollmentId,
    body: (enrollmentId) => ({ enrollmentId }),
    params: async (tenant) => ({ printerId: await printer(tenant) }),
  },
  printDesign: {
    build: card,
    body: (credentialDesignId) => ({ credentialDesignId }),
    params: async (tenant) => ({ printerId: await printer(tenant) }),
  },
  resumePrint: {
    build: async ({ ctx }) => (await buildPrint(ctx)).batchId,
    body: (id) => ({ id }),
  },
  changePrint: {
    build: printer,
    body: (printerId) => ({ action: 'MOVE', printerId }),
    params: async ({ ctx }) => ({ printStatusId: (await buildPrint(ctx)).jobId }),
  },
  issueFlashPasses: { build: passDesign, body: passesOf },
  issueFlashPassesEach: { build: passDesign, body: passesOf },
  issueFlashPassesOfMatching: {
    build: passDesign,
    body: (designId) => ({ designId, workflowId: crypto.randomUUID() }),
  },
  revokeFlashPassesOfMatching: {
    build: async ({ ctx }) => (await buildEnrollment(ctx)).workflowId,
    body: (workflowId) => ({ workflowId }),
  },
  readFlashPassClaim: {
    build: async ({ ctx }) => (await buildEnrollment(ctx)).enrollmentId,
    body: (enrollmentId) => ({ enrollmentId, claimToken: 'A'.repeat(22) }),
  },
  testDatabaseConnection: { build: externalDatabase, body: (databaseId) => ({ databaseId }) },
  addFieldConnections: { build: externalDatabase, body: connectionWith, params: workflow },
  replaceFieldConnections: { build: externalDatabase, body: connectionWith, params: workflow },
  createWorkflowDesign: { build: card, body: (id) => workflowInFull(id, id) },
}
