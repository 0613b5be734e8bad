import { exampleOf } from '../../../testing/example-value.ts'
import type { Route } from '../../kit/routes.ts'
import { connectionWith, databaseNamed } from './database-rows.ts'
import { passDesignNamed } from './flash-pass-rows.ts'
import { flowNamed } from './flow-rows.ts'
import { graphicNamed } from './graphic-rows.ts'
import {
  alertNamed,
  bundleNamed,
  designNamed,
  pictureToTransform,
  preferencesOfPrinter,
  printerNamed,
  ribbonBundle,
  settingsOfPrinter,
} from './issuance-rows.ts'
import { passthroughWith } from './outside-rows.ts'
import { engineNamed } from './risk-rows.ts'
import { profileNamed } from './smart-card-rows.ts'
import { providerNamed, samlProviderNamed } from './upstream-rows.ts'
import { flatWorkflow, workflowInFull, workflowNamed } from './workflow-rows.ts'

const webhook = { name: 'x', url: 'https://example.test/', events: ['*'] }

const collector = { name: 'x', host: 'logs.example.test' }

const task = {
  name: 'x',
  report: { kind: 'USERS' },
  cron: '0 7 * * 1',
  timeZone: 'Europe/Berlin',
  recipients: [crypto.randomUUID()],
}

const questions = { userQuestions: [{ question: 'Which colour was it?', answer: 'ultramarine' }] }

const ipList = { name: 'x', addresses: ['192.0.2.1'] }
const samlApplication = {
  name: 'x',
  entityId: 'urn:x',
  assertionConsumers: [{ index: 0, url: 'https://sp.example.test/acs' }],
}
const item = { name: 'x', type: 'TEXT' }

/** Bodies whose rules a schema alone does not tell: what a valid one is, by endpoint. */
const bodies: Readonly<Record<string, unknown>> = {
  changeUserState: { state: 'INACTIVE' },
  assignUserGrid: { gridSerial: '7' },
  createWebhook: webhook,
  createScheduledTask: task,
  updateScheduledTask: task,
  previewSchedule: { cron: task.cron, timeZone: task.timeZone },
  createResourceApi: { name: 'x', identifier: 'urn:x' },
  updateResourceApi: { name: 'x', identifier: 'urn:x' },
  createResourceScope: { apiId: crypto.randomUUID(), name: 'x' },
  updateResourceScope: { name: 'x' },
  updateWebhook: webhook,
  createSyslogApplication: collector,
  updateSyslogApplication: collector,
  createAuthenticationFlow: flowNamed('x'),
  updateAuthenticationFlow: flowNamed('x'),
  createOidcIdentityProvider: providerNamed('x'),
  updateOidcIdentityProvider: providerNamed('x'),
  createSamlIdentityProvider: samlProviderNamed('x'),
  updateSamlIdentityProvider: samlProviderNamed('x'),
  createAcr: { name: 'urn:example:x' },
  updatePassthrough: passthroughWith([]),
  createRiskEngine: engineNamed('x'),
  updateRiskEngine: engineNamed('x'),
  createWhatIf: { change: { kind: 'IP_LIST', listId: crypto.randomUUID(), list: ipList } },
  createIpList: ipList,
  updateIpList: ipList,
  locateAddresses: { addresses: ['192.0.2.1'] },
  createSamlApplication: samlApplication,
  updateSamlApplication: samlApplication,
  createCredentialDesign: designNamed('x'),
  updateCredentialDesign: designNamed('x'),
  importCredentialDesign: { bundle: bundleNamed('x') },
  transformImage: pictureToTransform,
  createExternalDatabase: databaseNamed('x'),
  updateExternalDatabase: databaseNamed('x'),
  createSmartCardProfile: profileNamed('x'),
  updateSmartCardProfile: profileNamed('x'),
  updateSmartCard: { withdrawn: false },
  addFieldConnections: connectionWith(crypto.randomUUID()),
  replaceFieldConnections: connectionWith(crypto.randomUUID()),
  readConnectedValues: { keys: { a: 'x' } },
  issueFlashPasses: { designId: crypto.randomUUID(), enrollmentIds: [crypto.randomUUID()] },
  issueFlashPassesEach: { designId: crypto.randomUUID(), enrollmentIds: [crypto.randomUUID()] },
  readFlashPassClaim: { enrollmentId: crypto.randomUUID(), claimToken: 'A'.repeat(22) },
  createFlashPassDesign: { ...passDesignNamed('x'), workflowId: crypto.randomUUID() },
  updateFlashPassDesign: { ...passDesignNamed('x'), workflowId: crypto.randomUUID() },
  createVariableGraphic: graphicNamed('x'),
  updateVariableGraphic: graphicNamed('x'),
  createWorkflowDesign: workflowNamed('x', crypto.randomUUID()),
  updateWorkflowDesign: workflowInFull('x', crypto.randomUUID()),
  createWorkflowDesignV2: flatWorkflow('x', crypto.randomUUID()),
  updateWorkflowDesignV2: flatWorkflow('x', crypto.randomUUID()),
  previewPrint: { credentialDesignId: crypto.randomUUID() },
  changePrint: { action: 'HOLD' },
  createPrinter: printerNamed('x'),
  updatePrinter: { name: 'x' },
  updatePrinterPreferences: preferencesOfPrinter,
  changePrinterSettings: settingsOfPrinter,
  saveRibbonBundle: ribbonBundle,
  createPrinterAlert: alertNamed('x'),
  updatePrinterAlert: alertNamed('x'),
  createEnrollmentV1: { enrollmentDesignName: 'x', values: {} },
  updateEnrollmentV1: { id: crypto.randomUUID(), values: {} },
  createEnrollmentsV2: { enrollments: [{ values: {} }] },
  updateEnrollmentsV2: { enrollments: [{ id: crypto.randomUUID(), values: {} }] },
  sendEnrollmentEmail: { field: 'Mail' },
  createEnrollment: { workflowId: crypto.randomUUID(), values: {} },
  updateEnrollment: { values: {} },
  reserveSequence: { workflowId: crypto.randomUUID(), field: 'Number' },
  compressEnrollmentImage: { image: pictureToTransform.image },
  thumbnailEnrollmentImage: pictureToTransform.image,
  createTransactionItem: item,
  updateTransactionItem: item,
  addUserQuestions: questions,
  replaceUserQuestions: questions,
  answerPush: { decision: 'DENY', signature: 'A'.repeat(86) },
}

export const validBody = ({ name, endpoint }: Route): unknown =>
  endpoint.body === undefined ? undefined : (bodies[name] ?? exampleOf(endpoint.body))
