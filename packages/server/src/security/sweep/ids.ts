import type { Endpoint } from '@signet/contract/kit/endpoint'
import type { ProgramType } from '@signet/rules/applications'
import { type BulkKindName, bulkKindNames } from '@signet/rules/bulk'
import { z } from 'zod'
import { buildGrid } from '../../../testing/authenticators/grids.ts'
import { buildGroup, buildOrganization, buildRole, buildUser } from '../../../testing/builders.ts'
import type { TestTenant } from '../../../testing/test-app.ts'
import { oidcApplications } from '../../modules/applications/oidc-applications/index.ts'
import { createOidcClaim } from '../../modules/applications/oidc-claims/index.ts'
import { keepVoiceResponse } from '../../modules/authenticators/text-messages/index.ts'
import { buildApiApplication } from './api-application-rows.ts'
import { apiWithScope, buildOidcGrant } from './api-rows.ts'
import { emailConnection, ownQuestion, push, question } from './asked-rows.ts'
import { buildDesktop, buildFace, buildMachine, buildSyncDevice } from './device-rows.ts'
import { buildAcr, buildFlow } from './flow-rows.ts'
import { buildGroupPolicy } from './group-policy-rows.ts'
import type { Builder } from './id-builder.ts'
import { issuanceBuilders } from './issuance-ids.ts'
import { buildListExport } from './list-export-rows.ts'
import { buildPassthrough } from './outside-rows.ts'
import { buildApplication as buildPortalApplication, buildSignUp } from './portal-rows.ts'
import { buildRadiusAgent, buildRadiusApplication } from './radius-rows.ts'
import { buildReport, buildScheduledTask } from './report-rows.ts'
import {
  buildDecision,
  buildIpList,
  buildResourceRule,
  buildRiskEngine,
  buildTransactionItem,
  buildTransactionRule,
  buildWhatIf,
} from './risk-rows.ts'
import {
  buildArchive,
  buildDeadDelivery,
  buildJob,
  buildOauthRole,
  buildPasskey,
  buildSessionOf,
  buildTotp,
  buildUserAttribute,
  buildWebhook,
} from './rows.ts'
import { buildSamlApplication, buildSamlCertificate } from './saml-rows.ts'
import { buildBulkOperation } from './scenarios/bulk-operations.ts'
import { buildSyslog } from './scenarios/syslog.ts'
import { buildLink, buildProvider, buildSamlProvider } from './upstream-rows.ts'

const user = async ({ ctx }: TestTenant) => (await buildUser(ctx)).id

const userWithRole = async (tenant: TestTenant) => {
  const userid = await user(tenant)
  const roleid = await buildRole(tenant.ctx, {})
  await tenant.ctx.db
    .insertInto('user_roles')
    .values({ tenant_id: tenant.tenant.id, user_id: userid, role_id: roleid })
    .execute()
  return { userid, roleid }
}

const token = async (tenant: TestTenant) => {
  const { id, serial, userId } = await buildTotp(tenant.ctx, await user(tenant))
  return { tokenid: id, sernum: serial, useruuid: userId }
}

const grid = async (tenant: TestTenant) => {
  const { id, serial } = await buildGrid(tenant.ctx, await user(tenant))
  return { id, gridid: id, serial, sernum: serial }
}

const radiusApplication = async ({ ctx }: TestTenant) => ({
  id: (await buildRadiusApplication(ctx)).id,
})
const radiusAgent = async ({ ctx }: TestTenant) => ({ id: (await buildRadiusAgent(ctx)).id })

const machine = async ({ ctx }: TestTenant) => {
  const holder = await buildUser(ctx)
  return { userid: holder.id, id: (await buildMachine(ctx, holder)).id }
}
const desktop = async ({ ctx }: TestTenant) => {
  const holder = await buildUser(ctx)
  return { userid: holder.id, id: (await buildDesktop(ctx, holder)).id }
}
const syncDevice = async ({ ctx }: TestTenant) => {
  const holder = await buildUser(ctx)
  return { userid: holder.id, deviceid: await buildSyncDevice(ctx, holder) }
}
const face = async ({ ctx }: TestTenant) => ({
  faceid: (await buildFace(ctx, await buildUser(ctx))).id,
})

const passkey = async (tenant: TestTenant) => ({
  fidoid: await buildPasskey(tenant.ctx, await user(tenant)),
})

const application = async ({ ctx, tenant }: TestTenant) => {
  const made = await oidcApplications.create(ctx, {
    name: `App ${ctx.platform.ids.random(6).toString('hex')}`,
    applicationType: 'OIDC_WEB',
    redirectUris: [`${tenant.publicUrl}/cb`],
  })
  return { id: made.application.id }
}

const apiApplication =
  (type: ProgramType) =>
  async ({ ctx }: TestTenant) => ({ id: (await buildApiApplication(ctx, type)).id })

const oidcClaim = async ({ ctx }: TestTenant) => {
  const made = await createOidcClaim(ctx, {
    name: `claim_${ctx.platform.ids.random(6).toString('hex')}`,
    description: '',
    scope: 'profile',
    source: 'CONSTANT',
    value: 'x',
    format: 'STRING',
  })
  return { id: made.value.id }
}

const api = async ({ ctx }: TestTenant) => ({ id: (await apiWithScope(ctx)).apiId })
const apiScope = async ({ ctx }: TestTenant) => ({ id: (await apiWithScope(ctx)).scopeId })
const apiGrant = async ({ ctx }: TestTenant) => {
  const { apiId, applicationId } = await apiWithScope(ctx)
  return { id: apiId, appid: applicationId }
}
const oidcGrant = async ({ ctx }: TestTenant) => {
  const { userId, grantId } = await buildOidcGrant(ctx)
  return { userid: userId, oauthusertokenid: grantId }
}

const webhook = async ({ ctx }: TestTenant) => ({ id: (await buildWebhook(ctx)).id })
const report = async ({ ctx }: TestTenant) => ({ id: await buildReport(ctx) })
const task = async ({ ctx }: TestTenant) => ({ id: await buildScheduledTask(ctx) })
const delivery = async (tenant: TestTenant) => {
  const { id } = await webhook(tenant)
  return { id, eventid: await buildDeadDelivery(tenant.ctx, id) }
}

const group = async ({ ctx }: TestTenant) => ({ id: (await buildGroup(ctx)).id })
const memberOfGroup = async (tenant: TestTenant) => {
  const userid = await user(tenant)
  return { userid, id: (await buildGroup(tenant.ctx, { members: [userid] })).id }
}
const organization = async ({ ctx }: TestTenant) => ({ id: await buildOrganization(ctx) })
const inOrganization = async (tenant: TestTenant) => ({
  userid: await user(tenant),
  orgid: await buildOrganization(tenant.ctx),
})
const groupPolicy = async ({ ctx }: TestTenant) => ({ id: await buildGroupPolicy(ctx) })
const flow = async ({ ctx }: TestTenant) => ({ id: await buildFlow(ctx) })
const provider = async ({ ctx }: TestTenant) => ({ id: await buildProvider(ctx) })
const link = async ({ ctx }: TestTenant) => {
  const person = await buildUser(ctx)
  return { id: person.id, linkid: (await buildLink(ctx, person)).id }
}
const ownLink = async ({ ctx }: TestTenant) => ({
  id: (await buildLink(ctx, await buildUser(ctx))).id,
})
const acr = async ({ ctx }: TestTenant) => ({ id: await buildAcr(ctx) })
const listExport = async (tenant: TestTenant) => ({
  id: await buildListExport(tenant.ctx, await user(tenant)),
})
const job = (kind: string) => async (tenant: TestTenant) => ({
  id: await buildJob(tenant.ctx, { kind, ownerId: await user(tenant) }),
})
const bulkOperation = (kind: BulkKindName) => async (tenant: TestTenant) => ({
  id: await buildBulkOperation(tenant.ctx, { kind, state: 'UPLOADED' }),
})
const role = async ({ ctx }: TestTenant) => ({ id: await buildRole(ctx, {}) })
const signUp = async ({ ctx }: TestTenant) => ({ id: (await buildSignUp(ctx)).id })
const oauthRole = async ({ ctx }: TestTenant) => ({ id: await buildOauthRole(ctx) })
const userAttribute = async ({ ctx }: TestTenant) => ({ id: await buildUserAttribute(ctx) })
const userAsId = async (tenant: TestTenant) => ({ id: await user(tenant) })
const userAsUserid = async (tenant: TestTenant) => ({ userid: await user(tenant) })

const voiceResponse = async ({ ctx }: TestTenant) => {
  const said = { message: 'Your code', locale: 'en', minutes: 5 }
  return { responseId: (await keepVoiceResponse(ctx, said)).split('/').at(-1) ?? '' }
}

/** Makes rows whose ids an endpoint takes, in any tenant. A new endpoint with an id needs an entry. */
const builders: readonly Builder[] = [
  { under: '/api/web/v1/self/sessions/', build: ({ ctx }) => buildSessionOf(ctx) },
  { under: '/api/web/v1/signups/', build: signUp },
  { under: '/api/web/v1/authentication/otp/voice/', build: voiceResponse },
  { under: '/api/web/v1/subscribers/', build: async ({ tenant }) => ({ id: tenant.id }) },
  { under: '/api/web/v1/weakestways/users/', build: userAsId },
  { under: '/api/web/v1/weakestways/groups/', build: group },
  { under: '/api/web/v1/weakestways/applications/', build: application },
  { under: '/api/web/v3/users/', build: userAsId },
  { under: '/api/web/v1/users/', build: userAsId },
  { under: '/api/web/v1/users/:userid/', build: userAsUserid },
  { under: '/api/web/v1/users/:userid/roles/', build: userWithRole },
  { under: '/api/web/v1/users/:userid/userquestions/', build: ownQuestion },
  { under: '/api/web/v1/users/:userid/helpdeskcalls/', build: push },
  { under: '/api/web/v1/groups/', build: group },
  { under: '/api/web/v1/groups/:id/users/', build: memberOfGroup },
  { under: '/api/web/v1/userauthorizationgroup/', build: userAsUserid },
  { under: '/api/web/v1/organizations/', build: organization },
  { under: '/api/web/v1/organizations/:orgid/', build: inOrganization },
  { under: '/api/web/v1/roles/', build: role },
  { under: '/api/web/v1/siteroles/', build: role },
  { under: '/api/web/v1/userattributes/', build: userAttribute },
  { under: '/api/web/v1/oauthroles/', build: oauthRole },
  ...issuanceBuilders,
  { under: '/api/web/v1/useroauthrole/', build: userAsUserid },
  { under: '/api/web/v4/async/userspaged/', build: job('users') },
  { under: '/api/web/v2/async/reports/auditeventspaged/', build: job('audit-events') },
  { under: '/api/web/v1/archivedaudits/', build: ({ ctx }) => buildArchive(ctx) },
  { under: '/api/web/v1/tokens/', build: token },
  { under: '/api/web/v1/user/:useruuid/token/', build: token },
  { under: '/api/web/v1/async/tokenspaged/:id/assigned/', build: job('tokens-assigned') },
  { under: '/api/web/v1/async/tokenspaged/:id/unassigned/', build: job('tokens-unassigned') },
  { under: '/api/web/v1/self/tokens/', build: token },
  { under: '/api/web/v1/grids/', build: grid },
  { under: '/api/web/v2/grids/', build: grid },
  { under: '/api/web/v1/self/grids/', build: grid },
  { under: '/api/web/v2/users/:userid/grids', build: userAsUserid },
  { under: '/api/web/v2/async/gridspaged/:id/assigned/', build: job('grids-assigned') },
  { under: '/api/web/v2/async/gridspaged/:id/unassigned/', build: job('grids-unassigned') },
  { under: '/api/web/v1/softtokens/pushes/', build: push },
  { under: '/api/web/v1/users/:userid/machines/', build: machine },
  { under: '/api/web/v1/users/:userid/activesyncdevices/', build: syncDevice },
  { under: '/api/web/v1/users/:userid/desktops/', build: desktop },
  { under: '/api/web/v2/users/:userid/face', build: userAsUserid },
  { under: '/api/web/v1/face/', build: face },
  { under: '/api/web/v1/self/machines/', build: machine },
  { under: '/api/web/v1/self/activesyncdevices/', build: syncDevice },
  { under: '/api/web/v1/self/desktops/', build: desktop },
  { under: '/api/web/v1/self/face/', build: face },
  { under: '/api/web/v1/fidotokens/', build: passkey },
  { under: '/api/web/v1/fidotokens/challenge/', build: userAsId },
  { under: '/api/web/v1/fidotokens/complete/', build: userAsId },
  { under: '/api/web/v1/self/fidotokens/', build: passkey },
  {
    under: '/api/web/v1/passthrough/',
    build: async ({ ctx }) => ({ id: await buildPassthrough(ctx) }),
  },
  {
    under: '/api/web/v2/resourcerules/',
    build: async ({ ctx }) => ({ id: await buildResourceRule(ctx) }),
  },
  {
    under: '/api/web/v1/settings/riskengine/',
    build: async ({ ctx }) => ({ id: await buildRiskEngine(ctx) }),
  },
  {
    under: '/api/web/v1/accessdecisions/',
    build: async ({ ctx }) => ({ id: await buildDecision(ctx) }),
  },
  {
    under: '/api/web/v1/whatifs/',
    build: async ({ ctx }) => ({ id: await buildWhatIf(ctx) }),
  },
  {
    under: '/api/web/v1/iplists/',
    build: async ({ ctx }) => ({ id: await buildIpList(ctx) }),
  },
  {
    under: '/api/web/v1/settings/transaction/items/',
    build: async ({ ctx }) => ({ id: await buildTransactionItem(ctx) }),
  },
  {
    under: '/api/web/v1/settings/transaction/rules/',
    build: async ({ ctx }) => ({ id: await buildTransactionRule(ctx) }),
  },
  { under: '/api/web/v1/webhooks/', build: webhook },
  { under: '/api/web/v1/webhooks/:id/deliveries/:eventid/', build: delivery },
  { under: '/api/web/v1/settings/grouppolicy/', build: groupPolicy },
  { under: '/api/web/v2/authenticationflows/', build: flow },
  { under: '/api/web/v1/acrs/', build: acr },
  { under: '/api/web/v1/identityproviders/oidc/', build: provider },
  {
    under: '/api/web/v1/identityproviders/saml/',
    build: async ({ ctx }) => ({ id: await buildSamlProvider(ctx) }),
  },
  { under: '/api/web/v1/users/:id/identityproviders/', build: link },
  { under: '/api/web/v1/self/identityproviders/', build: ownLink },
  { under: '/api/web/v1/settings/emailserver/', build: emailConnection },
  { under: '/api/web/v1/settings/kba/questions/:locale/', build: question },
  { under: '/api/web/v1/listexports/', build: listExport },
  { under: '/api/web/v1/reports/', build: report },
  { under: '/api/web/v1/tasks/scheduled/', build: task },
  { under: '/api/web/v1/applications/oidc/', build: application },
  {
    under: '/api/web/v1/authentication/userapplication/',
    build: async ({ ctx }) => ({ id: await buildPortalApplication(ctx) }),
  },
  { under: '/api/web/v1/applications/users/', build: userAsUserid },
  { under: '/api/web/v1/applications/adminapi/', build: apiApplication('ADMIN_API') },
  { under: '/api/web/v1/applications/authapi/', build: apiApplication('AUTH_API') },
  {
    under: '/api/web/v1/applications/siem/syslog/',
    build: async ({ ctx }) => ({ id: await buildSyslog(ctx) }),
  },
  { under: '/api/web/v1/applications/siem/', build: apiApplication('SIEM') },
  { under: '/api/web/v1/applications/idg/', build: apiApplication('IDG') },
  { under: '/api/web/v1/applications/issuanceapi/', build: apiApplication('ISSUANCE_API') },
  {
    under: '/api/web/v1/applications/agents/',
    build: async (world) => ({
      applicationType: 'APACHE',
      ...(await apiApplication('APACHE')(world)),
    }),
  },
  { under: '/api/web/v1/agents/idg/', build: apiApplication('IDG') },
  { under: '/api/web/v1/agents/siem/', build: apiApplication('SIEM') },
  { under: '/api/web/v1/applications/radius/', build: radiusApplication },
  { under: '/api/web/v1/agents/radius/', build: radiusAgent },
  {
    under: '/api/web/v1/applications/saml/',
    build: async ({ ctx }) => ({ id: await buildSamlApplication(ctx) }),
  },
  {
    under: '/api/web/v1/applications/saml/certificates/',
    build: async ({ ctx }) => ({ id: await buildSamlCertificate(ctx) }),
  },
  { under: '/api/web/v1/applications/oidcclaims/', build: oidcClaim },
  { under: '/api/web/v1/applications/useroauthtokens/', build: application },
  { under: '/api/web/v1/resourceserverapis/:id/clientcredentialsgrant/', build: apiGrant },
  { under: '/api/web/v1/resourceserverapis/', build: api },
  { under: '/api/web/v1/resourceserverscopes/', build: apiScope },
  { under: '/api/web/v1/users/:userid/useroauthtokens/', build: oidcGrant },
  ...bulkKindNames.map((kind) => ({
    under: `/api/web/v1/bulkoperations/${kind}/`,
    build: bulkOperation(kind),
  })),
]

/** Names within what the id before them stands for, or that a maker gives: those of two tenants may be alike. */
const innerNames = new Set(['tableName', 'fieldId', 'ribbonId'])

/** Path parameters that name a row: all but those, and those of a fixed set of words. */
export const idParamsOf = ({ params }: Endpoint): string[] =>
  Object.entries(params?.shape ?? {})
    .filter(([name, schema]) => !(schema instanceof z.ZodEnum) && !innerNames.has(name))
    .map(([name]) => name)

export const builderFor = ({ path }: Endpoint): Builder['build'] | null =>
  builders
    .filter(({ under }) => path.startsWith(under))
    .toSorted((a, b) => a.under.length - b.under.length)
    .at(-1)?.build ?? null

/** An id of the same form that no row ever had. */
export const neverWas = (id: string): string =>
  /^\d+$/.test(id) ? String(Number(id) + 1).padStart(id.length, '0') : crypto.randomUUID()
