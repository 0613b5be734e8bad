import type { Endpoint } from '@signet/contract/kit/endpoint'
import { bulkKindNames } from '@signet/rules/bulk'
import { z } from 'zod'
import { buildUnassigned } from '../../../testing/authenticators/grids.ts'
import { buildStock, packed } from '../../../testing/authenticators/hardware-tokens.ts'
import { container, keyPackage } from '../../../testing/authenticators/key-files.ts'
import { buildGroup, buildOrganization, buildRole, buildUser } from '../../../testing/builders.ts'
import type { TestTenant } from '../../../testing/test-app.ts'
import { oidcApplications } from '../../modules/applications/oidc-applications/index.ts'
import { bulkCallName } from '../../modules/operations/bulk-operations/index.ts'
import { buildApiApplication } from './api-application-rows.ts'
import { apiWithScope } from './api-rows.ts'
import { buildEnrollment, person } from './enrollment-rows.ts'
import { buildFlashPassDesign, passDesignNamed } from './flash-pass-rows.ts'
import { buildAcr, buildFlow, flowNamed } from './flow-rows.ts'
import { buildGroupPolicy } from './group-policy-rows.ts'
import { type BodyWithId, issuanceBodiesWithIds } from './issuance-body-ids.ts'
import {
  buildCredentialDesign,
  buildEndedPrint,
  buildPrinter,
  printRequest,
} from './issuance-rows.ts'
import { passthroughWith } from './outside-rows.ts'
import { buildApplication } from './portal-rows.ts'
import { buildRadiusAgent, buildRadiusApplication } from './radius-rows.ts'
import {
  buildDecision,
  buildResourceRule,
  buildRiskEngine,
  buildTransactionItem,
  openRule,
  ruleAbout,
} from './risk-rows.ts'
import { buildOauthRole, buildTotp } from './rows.ts'
import { buildBulkOperation } from './scenarios/bulk-operations.ts'
import {
  buildProvider,
  buildSamlProvider,
  providerNamed,
  samlProviderNamed,
} from './upstream-rows.ts'
import { buildWorkflowDesign, flatWorkflow, workflowInFull } from './workflow-rows.ts'

const user = async ({ ctx }: TestTenant) => (await buildUser(ctx)).id
const role = ({ ctx }: TestTenant) => buildRole(ctx, {})
const group = async ({ ctx }: TestTenant) => (await buildGroup(ctx)).id
const card = ({ ctx }: TestTenant) => buildCredentialDesign(ctx)
const printer = ({ ctx }: TestTenant) => buildPrinter(ctx)
const workflow = async ({ ctx }: TestTenant) => ({ workflowId: await buildWorkflowDesign(ctx) })
const application = async ({ ctx, tenant }: TestTenant) => {
  const made = await oidcApplications.create(ctx, {
    name: `App ${ctx.platform.ids.random(6).toString('hex')}`,
    applicationType: 'OIDC_WEB',
    redirectUris: [`${tenant.publicUrl}/cb`],
  })
  return made.application.id
}

const enrolment = async ({ ctx }: TestTenant) => (await buildEnrollment(ctx)).enrollmentId

const enrolled = async ({ ctx }: TestTenant) => (await buildEnrollment(ctx)).workflowId

const bulkOperation = ({ ctx }: TestTenant) =>
  buildBulkOperation(ctx, { kind: 'deleteusers', state: 'COMPLETED' })

const taskFor = (id: string) => ({
  name: `Task for ${id}`,
  report: { kind: 'USERS' },
  cron: '0 7 * * 1',
  timeZone: 'UTC',
  recipients: [id],
})

const keyFile = packed(container(keyPackage({ serial: '987654321' })))

const providerFor = (groupId: string) => ({
  ...providerNamed(`Provider for ${groupId}`),
  groupMappings: [{ claim: 'groups', value: 'staff', groupId }],
})

const samlProviderFor = (groupId: string) => ({
  ...samlProviderNamed(`SAML provider for ${groupId}`),
  groupMappings: [{ claim: 'groups', value: 'staff', groupId }],
})

const policyFor = (id: string) => ({ name: `Policy for ${id}`, groupIds: [id], settings: {} })

const radiusAgent = async ({ ctx }: TestTenant) => (await buildRadiusAgent(ctx)).id
const radiusFor = (id: string) => ({ name: `VPN ${id}`, agentIds: [id] })

const apiFor = (id: string) => ({
  name: `API ${id}`,
  identifier: `urn:api:${id}`,
  applicationIds: [id],
})

/** Endpoints that take an id in their body. A new one needs an entry; null says why it has none. */
export const bodiesWithIds: Readonly<Record<string, BodyWithId | null>> = {
  // Its person's alone, whatever the tenant: sign-in-requests.test.ts has others try it.
  decideSignInRequest: null,
  // Of rejections that an agent counts; radius-audit.test.ts reports one of another's application.
  readRadiusConfiguration: null,
  startOwnOfflineActivation: {
    build: async (tenant) => (await buildTotp(tenant.ctx, await user(tenant))).id,
    body: (tokenid) => ({ tokenid }),
  },
  deleteUsers: { build: user, body: (id) => ({ ids: [id] }) },
  deleteGroups: { build: group, body: (id) => ({ ids: [id] }) },
  deleteOrganizations: {
    build: ({ ctx }) => buildOrganization(ctx),
    body: (id) => ({ ids: [id] }),
  },
  changeFavoriteApplication: {
    build: ({ ctx }) => buildApplication(ctx),
    body: (applicationId) => ({ applicationId, favorite: true }),
  },
  validateUserApplication: {
    build: ({ ctx }) => buildApplication(ctx),
    body: (applicationId) => ({ applicationId }),
  },
  createAdminApiApplication: {
    build: role,
    body: (roleId) => ({ name: `Program ${String(roleId)}`, roleId }),
  },
  updateAdminApiApplication: {
    build: role,
    body: (roleId) => ({ name: `Program ${String(roleId)}`, roleId }),
    params: async ({ ctx }) => ({ id: (await buildApiApplication(ctx, 'ADMIN_API')).id }),
  },
  generateClientSecret: { build: application, body: (id) => ({ id }) },
  createOrganization: {
    build: ({ ctx }) => buildOrganization(ctx),
    body: (parentId) => ({ name: `Below ${String(parentId)}`, parentId }),
  },
  createOtp: { build: user, body: (userId) => ({ userId }) },
  listTextMessages: { build: user, body: (userId) => ({ userId }) },
  assignExternalCredential: {
    build: user,
    body: (userId) => ({ userId, credential: 'device-1' }),
    params: () => Promise.resolve({ type: 'OTP' }),
  },
  createPassthrough: { build: group, body: (id) => passthroughWith([id]) },
  createTransactionRule: {
    build: ({ ctx }) => buildTransactionItem(ctx),
    body: (id) => ({ name: id, ...ruleAbout(id) }),
  },
  createWhatIf: {
    build: ({ ctx }) => buildResourceRule(ctx),
    body: (id) => ({ change: { kind: 'RULE', ruleId: id, rule: null } }),
  },
  listDecisions: { build: ({ ctx }) => buildDecision(ctx), body: (id) => ({ id }) },
  createResourceRule: { build: group, body: (id) => ({ name: id, ...openRule([id]) }) },
  reportRiskFactors: { build: ({ ctx }) => buildRiskEngine(ctx), body: (id) => ({ id }) },
  testTransactionRule: {
    build: ({ ctx }) => buildTransactionItem(ctx),
    body: (id) => ({ rule: ruleAbout(id), values: {} }),
  },
  createUser: { build: group, body: (id) => ({ userId: `in-${id}`, groups: [id] }) },
  createUsers: { build: group, body: (id) => ({ users: [{ userId: `of-${id}`, groups: [id] }] }) },
  listOrganizationsPaged: {
    build: ({ ctx }) => buildOrganization(ctx),
    body: (parentId) => ({ parentId }),
  },
  createSiteRole: {
    build: group,
    body: (id) => ({ name: id, groupManagement: 'SOME', groupIds: [id], permissions: [] }),
  },
  createGrids: { build: group, body: (id) => ({ numberOfGrids: 1, groups: [id] }) },
  assignGrid: {
    build: user,
    body: (userId) => ({ userId }),
    params: async ({ ctx }) => ({ serial: (await buildUnassigned(ctx)).serial }),
  },
  updateGrid: {
    build: group,
    body: (id) => ({ groups: [id] }),
    params: async ({ ctx }) => ({ gridid: (await buildUnassigned(ctx)).id }),
  },
  listAssignedGrids: { build: user, body: (userId) => ({ userId }) },
  listUnassignedGrids: { build: group, body: (groupId) => ({ groupId }) },
  assignToken: {
    build: user,
    body: (userId) => ({ userId }),
    params: async ({ ctx }) => ({ tokenid: (await buildStock(ctx)).id }),
  },
  updateToken: {
    build: group,
    body: (id) => ({ groups: [id] }),
    params: async ({ ctx }) => ({ tokenid: (await buildStock(ctx)).id }),
  },
  importTokens: { build: group, body: (id) => ({ content: keyFile, groups: [id] }) },
  listAssignedTokens: { build: group, body: (groupId) => ({ groupId }) },
  listUnassignedTokens: { build: group, body: (groupId) => ({ groupId }) },
  listUsers: { build: role, body: (roleId) => ({ roleId }) },
  createRadiusApplication: { build: radiusAgent, body: radiusFor },
  updateRadiusApplication: {
    build: radiusAgent,
    body: radiusFor,
    params: async ({ ctx }) => ({ id: (await buildRadiusApplication(ctx)).id }),
  },
  generateRadiusSecret: {
    build: async ({ ctx }) => (await buildRadiusApplication(ctx)).id,
    body: (id) => ({ id }),
  },
  // An agent’s credential stands before them: `radius-sign-in.test.ts` has applications of others.
  decideRadiusAccess: null,
  accountRadiusSession: null,
  createResourceApi: { build: application, body: apiFor },
  updateResourceApi: {
    build: application,
    body: apiFor,
    params: async ({ ctx }) => ({ id: (await apiWithScope(ctx)).apiId }),
  },
  createResourceScope: {
    build: async ({ ctx }) => (await apiWithScope(ctx)).apiId,
    body: (apiId) => ({ apiId, name: 'more' }),
  },
  updateResourceScope: {
    build: ({ ctx }) => buildOauthRole(ctx),
    body: (id) => ({ name: 'read', oauthRoleIds: [id] }),
    params: async ({ ctx }) => ({ id: (await apiWithScope(ctx)).scopeId }),
  },
  grantClientCredentials: {
    build: application,
    body: (applicationId) => ({ applicationId, scopeIds: [] }),
    params: async ({ ctx }) => ({ id: (await apiWithScope(ctx)).apiId }),
  },
  updateClientCredentials: {
    build: async ({ ctx }) => (await apiWithScope(ctx)).scopeId,
    body: (id) => ({ scopeIds: [id] }),
    params: async ({ ctx }) => {
      const { apiId, applicationId } = await apiWithScope(ctx)
      return { id: apiId, appid: applicationId }
    },
  },
  ...issuanceBodiesWithIds,
  createWorkflowDesignV2: { build: card, body: (id) => flatWorkflow(id, id) },
  updateWorkflowDesign: { build: card, body: (id) => workflowInFull(id, id), params: workflow },
  updateWorkflowDesignV2: { build: card, body: (id) => flatWorkflow(id, id), params: workflow },
  createFlashPassDesign: {
    build: async (tenant) => (await workflow(tenant)).workflowId,
    body: (workflowId) => ({ ...passDesignNamed('Of others'), workflowId }),
  },
  updateFlashPassDesign: {
    build: async (tenant) => (await workflow(tenant)).workflowId,
    body: (workflowId) => ({ ...passDesignNamed('Of others'), workflowId }),
    params: async ({ ctx }) => ({ mobileFlashPassDesignId: await buildFlashPassDesign(ctx) }),
  },
  listEnrollments: { build: enrolled, body: (workflowId) => ({ workflowId }) },
  searchEnrollments: { build: enrolled, body: (workflowId) => ({ workflowId, term: 'lace' }) },
  createEnrollment: { build: enrolled, body: (workflowId) => ({ workflowId, values: person }) },
  updateEnrollment: {
    build: group,
    body: (groupId) => ({ groupId, values: {} }),
    params: async ({ ctx }) => ({ enrollmentId: (await buildEnrollment(ctx)).enrollmentId }),
  },
  deleteEnrollments: {
    build: enrolment,
    body: (id) => ({ ids: [id] }),
  },
  updateEnrollmentV1: { build: enrolment, body: (id) => ({ id, values: {} }) },
  deleteEnrollmentsV1: { build: enrolment, body: (id) => ({ ids: [id] }) },
  updateEnrollmentsV2: {
    build: enrolment,
    body: (id) => ({ enrollments: [{ id, values: {} }] }),
  },
  deleteEnrollmentsV2: { build: enrolment, body: (id) => ({ ids: [id] }) },
  createEnrollmentV1: {
    build: group,
    body: (groupId) => ({ groupId, values: person, enrollmentDesignName: 'x' }),
  },
  createEnrollmentsV2: {
    build: group,
    body: (groupId) => ({ enrollments: [{ groupId, values: person }] }),
    params: async ({ ctx }) => ({
      enrollmentDesignName: (await buildEnrollment(ctx)).workflowName,
    }),
  },
  exportEnrollments: { build: enrolled, body: (workflowId) => ({ workflowId }) },
  printEnrollment: {
    build: printer,
    body: (printerId) => ({ printerId }),
    params: async ({ ctx }) => ({ enrollmentId: (await buildEnrollment(ctx)).enrollmentId }),
  },
  printEnrollments: { build: printer, body: (id) => printRequest(id, crypto.randomUUID()) },
  printAllEnrollments: {
    build: printer,
    body: (id) => ({ printerIds: [id], workflowId: crypto.randomUUID() }),
  },
  restartPrintJob: {
    build: ({ ctx }) => buildEndedPrint(ctx),
    body: (printJobId) => ({ printJobId }),
  },
  deleteAllEnrollments: { build: enrolled, body: (workflowId) => ({ workflowId }) },
  reserveSequence: { build: enrolled, body: (workflowId) => ({ workflowId, field: 'Number' }) },
  replaceUserOauthRoles: {
    build: ({ ctx }) => buildOauthRole(ctx),
    body: (id) => ({ oauthRoleIds: [id] }),
    params: async (tenant) => ({ userid: await user(tenant) }),
  },
  syncUsers: { build: user, body: (id) => ({ ids: [id], directoryType: 'azure' }) },
  unsyncUsers: { build: user, body: (id) => ({ ids: [id] }) },
  updateUsers: { build: user, body: (id) => ({ users: [{ id, firstName: 'Changed' }] }) },
  ...Object.fromEntries(
    bulkKindNames.map((kind) => [
      bulkCallName('initialiseBulk', kind),
      { build: bulkOperation, body: (operationId: string) => ({ operationId }) },
    ]),
  ),
  createAuthenticationFlow: {
    build: ({ ctx }) => buildAcr(ctx),
    body: (id) => ({ ...flowNamed(`Flow for ${id}`), acrIds: [id] }),
  },
  updateAuthenticationFlow: {
    build: ({ ctx }) => buildAcr(ctx),
    body: (id) => ({ ...flowNamed(`Flow for ${id}`), acrIds: [id] }),
    params: async ({ ctx }) => ({ id: await buildFlow(ctx) }),
  },
  createOidcIdentityProvider: { build: group, body: providerFor },
  updateOidcIdentityProvider: {
    build: group,
    body: providerFor,
    params: async ({ ctx }) => ({ id: await buildProvider(ctx) }),
  },
  previewSamlAssertion: { build: user, body: (userId) => ({ userId }) },
  createSamlIdentityProvider: { build: group, body: samlProviderFor },
  updateSamlIdentityProvider: {
    build: group,
    body: samlProviderFor,
    params: async ({ ctx }) => ({ id: await buildSamlProvider(ctx) }),
  },
  createGroupPolicy: { build: group, body: (id) => policyFor(id) },
  createGridPolicy: { build: group, body: (id) => policyFor(id) },
  createRegistrationPolicy: { build: group, body: (id) => policyFor(id) },
  createTenantPolicy: { build: group, body: (id) => policyFor(id) },
  createVerificationPolicy: { build: group, body: (id) => policyFor(id) },
  createMagicLinkPolicy: { build: group, body: (id) => policyFor(id) },
  createPassthroughPolicy: { build: group, body: (id) => policyFor(id) },
  createAdministratorRolePolicy: { build: group, body: (id) => policyFor(id) },
  orderGroupPolicies: {
    build: ({ ctx }) => buildGroupPolicy(ctx),
    body: (id) => ({ ids: [id] }),
  },
  createScheduledTask: { build: user, body: (id) => taskFor(id) },
  // AAGUIDs: kinds of authenticators, no rows.
  updateFidoSettings: null,
  // Ids of questions that were asked of this very person; every other is a wrong answer.
  completeAuthentication: null,
  authenticatePasswordReset: null,
  // Ids of a tenant's questions, one among several: tried with the module's own tests.
  addOwnQuestions: null,
  addUserQuestions: null,
  replaceOwnQuestions: null,
  replaceUserQuestions: null,
  // Their ids stand beside one in the path: tried with the module's own tests.
  setUserGroups: null,
  setUserOrganizations: null,
  updateGroupPolicy: null,
  updateOrganization: null,
  updatePassthrough: null,
  updateScheduledTask: null,
  updateSiteRole: null,
  updateResourceRule: null,
  updateTransactionRule: null,
  updateUser: null,
  // Another's id is a credential that is wrong: tried with the module's own tests.
  authenticateAdminApi: null,
  // The same filter as `listUsers`, applied by a job.
  submitUserList: null,
  submitAssignedGrids: null,
  submitUnassignedGrids: null,
  submitAssignedTokens: null,
  submitUnassignedTokens: null,
}

export const hasIdInBody = ({ body }: Endpoint): boolean =>
  body !== undefined &&
  JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })).includes(
    '"format":"uuid"',
  )
