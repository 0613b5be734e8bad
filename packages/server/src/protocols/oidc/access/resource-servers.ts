import { type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { Tenant } from '../../../kit/context.ts'
import type { ProtectedApi } from '../../../modules/applications/resource-apis/index.ts'
import { settingsOf } from '../clients/client-settings.ts'
import { unitOfWork } from '../unit-of-work.ts'
import { askedApis } from './asked-apis.ts'

type ResourceIndicators = NonNullable<Configuration['features']>['resourceIndicators']

/** The audience of tokens for the product itself. */
const ownApi = ({ publicUrl }: Tenant): string => `${publicUrl}/api`

/** Whether the client asks in its own name. */
const isForItself = ({ oidc }: KoaContextWithOIDC): boolean =>
  oidc.params?.grant_type === 'client_credentials'

const heldRoles = (accountId: string): readonly string[] => {
  const roles: unknown = unitOfWork().accounts.get(accountId)?.claims().roles
  return Array.isArray(roles) ? roles.map(String) : []
}

/** Scopes that this person may be granted: those without roles, and those of a role they have. */
export const permittedScopes = (
  scopes: ProtectedApi['scopes'],
  accountId: string,
): readonly string[] => {
  const held = heldRoles(accountId)
  return scopes
    .filter(({ roles }) => roles === null || roles.some((role) => held.includes(role)))
    .map(({ name }) => name)
}

/** Of one request. Only `resource` may be given more than once (RFC 8707, section 2). */
const mostResources = 10

/** @throws InvalidTarget for more than anybody asks for, before any is looked up */
const resourcesIn = ({ oidc }: KoaContextWithOIDC): readonly string[] => {
  const asked = [oidc.params?.resource ?? []].flat().map(String)
  if (asked.length > mostResources) {
    throw new errors.InvalidTarget(`resource may be given ${mostResources} times at most`)
  }
  return asked
}

/**
 * What this request may reach at a registered API.
 * @throws InvalidTarget for an API that is not there or not for this application (RFC 8707, 2)
 */
export const reachable = async (
  koa: KoaContextWithOIDC,
  identifier: string,
  clientId: string,
): Promise<{ readonly api: ProtectedApi; readonly scopes: readonly string[] }> => {
  const identifiers = [identifier, ...resourcesIn(koa)]
  const api = (await askedApis({ clientId, identifiers })).get(identifier)
  if (api === undefined) throw new errors.InvalidTarget()
  if (isForItself(koa)) {
    if (api.own === null) throw new errors.InvalidTarget()
    return { api, scopes: api.own }
  }
  if (!api.for_people) throw new errors.InvalidTarget()
  const { account } = koa.oidc
  const scopes =
    account === undefined
      ? api.scopes.map(({ name }) => name)
      : permittedScopes(api.scopes, account.accountId)
  return { api, scopes }
}

/** Access tokens for the product and for the APIs that the tenant has registered (RFC 8707). */
export const resourceIndicators = (tenant: Tenant): ResourceIndicators => ({
  enabled: true,
  defaultResource: (_ctx, client) =>
    settingsOf(client).accessTokenFormat === 'jwt' && client.grantTypeAllowed('client_credentials')
      ? ownApi(tenant)
      : undefined,
  useGrantedResource: () => true,
  getResourceServerInfo: async (koa, resource, client) => {
    resourcesIn(koa)
    if (resource === ownApi(tenant)) {
      return {
        scope: client.scope ?? '',
        audience: resource,
        accessTokenFormat: 'jwt',
        accessTokenTTL: settingsOf(client).accessTokenTtlSeconds,
        jwt: { sign: { alg: 'ES256' } },
      }
    }
    const { api, scopes } = await reachable(koa, resource, client.clientId)
    return {
      scope: scopes.join(' '),
      audience: resource,
      accessTokenFormat: api.format,
      accessTokenTTL: api.lives,
      jwt: { sign: { alg: 'ES256' } },
    }
  },
})

/** Roles of the person, for APIs to decide by (RFC 9068, section 2.2.3.1). */
export const tokenClaims: Configuration['extraTokenClaims'] = async (koa, token) => {
  if (!('accountId' in token) || typeof token.accountId !== 'string') return undefined
  if (token.aud === undefined) return undefined
  const roles = heldRoles(token.accountId)
  const { actor } = unitOfWork()
  const client = await koa.oidc.provider.Client.find(token.clientId ?? '')
  const isRenamed = client !== undefined && settingsOf(client).subjectAttribute !== null
  return {
    // `sub` is the application's own word for the person: this is ours.
    ...(isRenamed ? { uid: token.accountId } : {}),
    ...(roles.length === 0 ? {} : { roles: [...roles] }),
    ...(actor === null ? {} : { act: actor }),
  }
}
