import { buildUser } from '../../../../testing/builders.ts'
import { oidcApplications } from '../../../modules/applications/oidc-applications/index.ts'
import { createOidcClaim } from '../../../modules/applications/oidc-claims/index.ts'
import { apiWithScope, buildOidcGrant } from '../api-rows.ts'
import { buildOauthRole } from '../rows.ts'
import { buildSamlApplication, buildSamlCertificate, samlApplicationNamed } from '../saml-rows.ts'
import type { Scenario, Scenarios, World } from '../world.ts'

const wanted = ({ ctx }: World) => ({
  name: `App ${ctx.platform.ids.random(6).toString('hex')}`,
  applicationType: 'OIDC_WEB' as const,
  redirectUris: ['https://rp.example.test/cb'],
})

/** A registered application with its secret. */
export const buildApplication = async (world: World, change: object = {}) => {
  const made = await oidcApplications.create(world.ctx, { ...wanted(world), ...change })
  return { ...made.application, secret: world.keep(made.clientSecret ?? '') }
}

const onApplication =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    params: { id: (await buildApplication(world)).id },
    ...(body === undefined ? {} : { body: body(world) }),
  })

const onOauthRole =
  (body?: object): Scenario =>
  async ({ ctx }) => ({
    params: { id: await buildOauthRole(ctx) },
    ...(body === undefined ? {} : { body: { name: `Role ${ctx.platform.ids.uuid()}`, ...body } }),
  })

const wantedClaim = ({ ctx }: World) => ({
  name: `claim_${ctx.platform.ids.random(6).toString('hex')}`,
  description: '',
  scope: 'profile' as const,
  source: 'CONSTANT' as const,
  value: 'x',
  format: 'STRING' as const,
})

const onClaim =
  (change?: object): Scenario =>
  async (world) => ({
    params: { id: (await createOidcClaim(world.ctx, wantedClaim(world))).value.id },
    ...(change === undefined ? {} : { body: { ...wantedClaim(world), ...change } }),
  })

const wantedApi = ({ ctx }: World) => {
  const name = `API ${ctx.platform.ids.random(6).toString('hex')}`
  return { name, identifier: `urn:${name.replace(' ', ':')}` }
}

const onApi =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    params: { id: (await apiWithScope(world.ctx)).apiId },
    ...(body === undefined ? {} : { body: body(world) }),
  })

const onScope =
  (body?: unknown): Scenario =>
  async ({ ctx }) => ({
    params: { id: (await apiWithScope(ctx)).scopeId },
    ...(body === undefined ? {} : { body }),
  })

const onGrant =
  (body?: unknown): Scenario =>
  async ({ ctx }) => {
    const { apiId, applicationId } = await apiWithScope(ctx)
    return {
      params: { id: apiId, appid: applicationId },
      ...(body === undefined ? {} : { body }),
    }
  }

const wantedSaml = ({ ctx }: World) =>
  samlApplicationNamed(`Saml ${ctx.platform.ids.random(6).toString('hex')}`)

const onSaml =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    params: { id: await buildSamlApplication(world.ctx) },
    ...(body === undefined ? {} : { body: body(world) }),
  })

const onSamlCertificate: Scenario = async ({ ctx }) => ({
  params: { id: await buildSamlCertificate(ctx) },
})

const filter = '.filter(.*).matcher(a).replace(b).end()'
const metadata = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="urn:sp">
  <SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"/>
</EntityDescriptor>`

const onUser: Scenario = async ({ ctx }) => ({ params: { userid: (await buildUser(ctx)).id } })

export const applicationScenarios: Scenarios = {
  createOidcApplication: (world) => ({ body: wanted(world) }),
  readOidcApplication: onApplication(),
  readApplicationWays: onApplication(),
  updateOidcApplication: onApplication((world) => ({ ...wanted(world), description: 'Changed' })),
  deleteOidcApplication: onApplication(),
  createOidcClaim: (world) => ({ body: wantedClaim(world) }),
  readOidcClaim: onClaim(),
  updateOidcClaim: onClaim({ value: 'y' }),
  deleteOidcClaim: onClaim(),
  createResourceApi: (world) => ({ body: wantedApi(world) }),
  readResourceApi: onApi(),
  updateResourceApi: onApi(wantedApi),
  deleteResourceApi: onApi(),
  revokeApiTokens: onApi(),
  grantClientCredentials: async ({ ctx }) => {
    const { apiId, scopeId, applicationId } = await apiWithScope(ctx)
    return { params: { id: apiId }, body: { applicationId, scopeIds: [scopeId] } }
  },
  readClientCredentials: onGrant(),
  updateClientCredentials: onGrant({ scopeIds: [] }),
  revokeClientCredentials: onGrant(),
  createResourceScope: async ({ ctx }) => ({
    body: { apiId: (await apiWithScope(ctx)).apiId, name: 'more' },
  }),
  readResourceScope: onScope(),
  updateResourceScope: onScope({ name: 'other' }),
  deleteResourceScope: onScope(),
  listUserOauthTokens: onUser,
  revokeUserOauthTokens: onUser,
  revokeUserOauthToken: async ({ ctx }) => {
    const { userId, grantId } = await buildOidcGrant(ctx)
    return { params: { userid: userId, oauthusertokenid: grantId } }
  },
  revokeApplicationTokens: onApplication(),
  listUserApiScopes: onUser,
  createOauthRole: ({ ctx }) => ({ body: { name: `Role ${ctx.platform.ids.uuid()}` } }),
  readOauthRole: onOauthRole(),
  updateOauthRole: onOauthRole({ description: 'Changed' }),
  deleteOauthRole: onOauthRole(),
  replaceUserOauthRoles: async ({ ctx }) => ({
    params: { userid: (await buildUser(ctx)).id },
    body: { oauthRoleIds: [await buildOauthRole(ctx)] },
  }),
  createSamlApplication: (world) => ({ body: wantedSaml(world) }),
  readSamlApplication: onSaml(),
  updateSamlApplication: onSaml(wantedSaml),
  deleteSamlApplication: onSaml(),
  parseSamlMetadata: () => ({ body: { metadata } }),
  previewSamlAssertion: async ({ ctx }) => ({
    body: { userId: (await buildUser(ctx)).id, nameIdFormat: 'email' },
  }),
  testSamlFilter: () => ({ body: { filter, values: ['banana'] } }),
  validateSamlFilter: () => ({ body: { filter }, query: { attributeValue: 'banana' } }),
  activateSamlCertificate: onSamlCertificate,
  deleteSamlCertificate: onSamlCertificate,
  generateClientSecret: async (world) => ({ body: { id: (await buildApplication(world)).id } }),
}
