import { buildGroup, buildUser } from '../../../testing/builders.ts'
import { buildSiteAgent, readerOfTests } from '../../../testing/issuance/site-agents.ts'
import { buildSmartCard } from '../../../testing/issuance/smart-cards.ts'
import type { TestTenant } from '../../../testing/test-app.ts'
import { createSmartCardProfile } from '../../modules/issuance/smart-card-profiles/index.ts'
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
import { buildSmartCardProfile, profileCardType, profileNamed } from './smart-card-rows.ts'
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

const user = async ({ ctx }: TestTenant) => (await buildUser(ctx)).id
const group = async ({ ctx }: TestTenant) => (await buildGroup(ctx)).id

const cardProfile = async ({ ctx }: TestTenant) => {
  const { cardType, id } = await buildSmartCardProfile(ctx)
  return { cardType, id }
}
/** Its name is typed to format a card. */
const profileToFormat = async ({ ctx }: TestTenant) => {
  const { value } = await createSmartCardProfile(ctx, profileCardType, profileNamed('To format'))
  return { cardType: profileCardType, id: value.id }
}
const siteAgent = async ({ ctx }: TestTenant) => (await buildSiteAgent(ctx)).id
const readerOf = (agentId: string) => ({ reader: { agentId, name: readerOfTests } })

/** Of the issuance of cards. */
export const issuanceBodiesWithIds: Readonly<Record<string, BodyWithId | null>> = {
  updateSmartCard: {
    build: user,
    body: (userId) => ({ userId }),
    params: async ({ ctx }) => ({ id: (await buildSmartCard(ctx)).id }),
  },
  testSmartCard: {
    build: siteAgent,
    body: (id) => ({ ...readerOf(id), cardNumber: 1 }),
    params: cardProfile,
  },
  formatSmartCard: {
    build: siteAgent,
    body: (id) => ({ ...readerOf(id), confirm: 'To format' }),
    params: profileToFormat,
  },
  // An agent’s credential stands before it: `site-agents.test.ts` has sittings of others.
  exchangeWithCard: null,
  listAssignedSmartCards: { build: user, body: (userId) => ({ userId }) },
  listUnassignedSmartCards: { build: group, body: (groupId) => ({ groupId }) },
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
