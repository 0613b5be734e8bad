import type { TestTenant } from '../../../../testing/test-app.ts'
import { apiWithScope } from '../../../security/sweep/api-rows.ts'
import { buildApplication } from '../../../security/sweep/calls/applications.ts'
import { anyApplication } from '../../../security/sweep/id-rows.ts'
import { rowsOf } from '../../../security/sweep/looks.ts'
import { buildOauthRole } from '../../../security/sweep/rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario, World } from '../../../security/sweep/world.ts'

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

const api = async ({ ctx }: TestTenant) => ({ id: (await apiWithScope(ctx)).apiId })

const apiScope = async ({ ctx }: TestTenant) => ({ id: (await apiWithScope(ctx)).scopeId })

const apiGrant = async ({ ctx }: TestTenant) => {
  const { apiId, applicationId } = await apiWithScope(ctx)
  return { id: apiId, appid: applicationId }
}

const apiFor = (id: string) => ({
  name: `API ${id}`,
  identifier: `urn:api:${id}`,
  applicationIds: [id],
})

export const scenarios: SubjectScenarios = {
  calls: {
    createResourceApi: (world) => ({ body: wantedApi(world) }),
    readResourceApi: onApi(),
    updateResourceApi: onApi(wantedApi),
    deleteResourceApi: onApi(),
    revokeApiTokens: onApi(),
    grantClientCredentials: async (world) => {
      const { apiId, scopeId } = await apiWithScope(world.ctx)
      const applicationId = (await buildApplication(world)).id
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
  },
  ids: [
    { under: '/api/web/v1/resourceserverapis/:id/clientcredentialsgrant/', build: apiGrant },
    { under: '/api/web/v1/resourceserverapis/', build: api },
    { under: '/api/web/v1/resourceserverscopes/', build: apiScope },
  ],
  bodyIds: {
    createResourceApi: { build: anyApplication, body: apiFor },
    updateResourceApi: {
      build: anyApplication,
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
      build: anyApplication,
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
  },
  bodies: {
    createResourceApi: { name: 'x', identifier: 'urn:x' },
    updateResourceApi: { name: 'x', identifier: 'urn:x' },
    createResourceScope: { apiId: crypto.randomUUID(), name: 'x' },
    updateResourceScope: { name: 'x' },
  },
  effects: {
    grantClientCredentials: rowsOf('client_credentials_grants'),
  },
  constant: {
    readResourceConfig: 'The limits of APIs that this release has',
  },
  shownIn: {
    revokeApiTokens: 'protocols/oidc/access/resource-servers.test.ts',
  },
}
