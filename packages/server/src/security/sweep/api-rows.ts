import { buildUser } from '../../../testing/builders.ts'
import type { Context } from '../../kit/context.ts'
import { oidcApplications } from '../../modules/applications/oidc-applications/index.ts'
import {
  createResourceApi,
  createResourceScope,
  grantClientCredentials,
} from '../../modules/applications/resource-apis/index.ts'

const random = (ctx: Context): string => ctx.platform.ids.random(6).toString('hex')

/** One that has registered by itself. */
const application = async (ctx: Context) => {
  const registrationHash = ctx.platform.ids.random(32).toString('base64url')
  const made = await oidcApplications.create(
    ctx,
    {
      name: `App ${random(ctx)}`,
      applicationType: 'OIDC_WEB',
      redirectUris: ['https://rp.example.test/cb'],
    },
    { registrationHash },
  )
  return made.application
}

/** An API with a scope that an application may use in its own name. */
export const apiWithScope = async (ctx: Context) => {
  const name = `API ${random(ctx)}`
  const api = await createResourceApi(ctx, {
    name,
    identifier: `urn:test:${name.slice(4)}`,
    description: '',
    enabled: true,
    accessTokenTtlSeconds: 600,
    accessTokenFormat: 'jwt',
    applicationIds: [],
  })
  const apiId = api.value.id
  const scope = await createResourceScope(ctx, {
    apiId,
    name: 'read',
    description: '',
    oauthRoleIds: [],
  })
  const { id: applicationId } = await application(ctx)
  await grantClientCredentials(ctx, apiId, { applicationId, scopeIds: [scope.value.id] })
  return { apiId, scopeId: scope.value.id, applicationId }
}

/** What somebody has granted an application. */
export const buildOidcGrant = async (ctx: Context) => {
  const { clientId } = await application(ctx)
  const userId = (await buildUser(ctx)).id
  const grantId = random(ctx)
  await ctx.db
    .insertInto('oidc_grants')
    .values({
      tenant_id: ctx.tenant.id,
      id: grantId,
      user_id: userId,
      client_id: clientId,
      session_id: null,
      payload: JSON.stringify({ openid: { scope: 'openid' } }),
      expires_at: new Date(ctx.platform.clock.now().getTime() + 600_000),
    })
    .execute()
  return { userId, grantId }
}
