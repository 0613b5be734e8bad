import type { KoaContextWithOIDC } from 'oidc-provider'
import { organizationOf, organizationOfGrant } from '../claims/organizations.ts'
import { settingsOf } from '../clients/client-settings.ts'
import { unitOfWork } from '../unit-of-work.ts'
import { askedApis } from './asked-apis.ts'
import { findConsent } from './consents.repository.ts'
import { permittedScopes } from './resource-servers.ts'

const words = (text: unknown): string[] =>
  typeof text === 'string' ? text.split(' ').filter((word) => word !== '') : []

const asksPeople = ({ oidc: { client, params } }: KoaContextWithOIDC): boolean =>
  (client !== undefined && settingsOf(client).requireConsent) ||
  words(params?.prompt).includes('consent')

/** What the user has agreed to; everything for applications that ask for no consent. */
const agreedScopes = async (
  ctx: KoaContextWithOIDC,
  wanted: readonly string[],
): Promise<readonly string[]> => {
  const { client, account } = ctx.oidc
  if (client === undefined || account === undefined) return []
  if (!asksPeople(ctx)) return wanted
  const consent = await findConsent(unitOfWork().ctx, account.accountId, client.clientId)
  return consent?.scopes ?? []
}

interface Asked {
  /** Of people: openid, profile... */
  readonly scopes: readonly string[]
  readonly claims: readonly string[]
  /** Of registered APIs, by identifier; those that this person may be granted, and the others. */
  readonly resources: readonly {
    readonly identifier: string
    readonly permitted: readonly string[]
    readonly refused: readonly string[]
  }[]
}

const resourcesAsked = async (ctx: KoaContextWithOIDC, wanted: readonly string[]) => {
  const { client, account } = ctx.oidc
  const identifiers = Object.keys(ctx.oidc.resourceServers ?? {})
  const apis = await askedApis({ clientId: client?.clientId ?? '', identifiers })
  return identifiers.map((identifier) => {
    const api = apis.get(identifier)
    const named = wanted.filter((scope) => api?.scopes.some(({ name }) => name === scope))
    const may = new Set(permittedScopes(api?.scopes ?? [], account?.accountId ?? ''))
    return {
      identifier,
      permitted: named.filter((scope) => may.has(scope)),
      refused: named.filter((scope) => !may.has(scope)),
    }
  })
}

type Grant = InstanceType<KoaContextWithOIDC['oidc']['provider']['Grant']>

/** Whether all that is asked for has been decided in it. */
const covers = (grant: Grant, { scopes, claims, resources }: Asked): boolean => {
  const covered = new Set(words(grant.getOIDCScope()))
  const decided = new Set(grant.getOIDCClaimsEncountered())
  return (
    scopes.every((scope) => covered.has(scope)) &&
    claims.every((claim) => decided.has(claim)) &&
    resources.every(({ identifier, permitted, refused }) => {
      const given = new Set(words(grant.getResourceScope(identifier)))
      return permitted.every((scope) => given.has(scope)) && !refused.some((one) => given.has(one))
    })
  )
}

const fill = (
  ctx: KoaContextWithOIDC,
  grant: Grant,
  { scopes, claims, resources }: Asked,
): void => {
  if (scopes.length > 0) grant.addOIDCScope(scopes.join(' '))
  // People agree to scopes: where they are asked, claims by name are told of those alone.
  if (claims.length > 0) {
    if (asksPeople(ctx)) grant.rejectOIDCClaims([...claims])
    else grant.addOIDCClaims([...claims])
  }
  for (const { identifier, permitted, refused } of resources) {
    if (permitted.length > 0) grant.addResourceScope(identifier, permitted.join(' '))
    if (refused.length > 0) grant.rejectResourceScope(identifier, refused.join(' '))
  }
}

/** A device has a grant of its own where the places of a person are counted. */
const isApart = ({ oidc: { client, entities } }: KoaContextWithOIDC): boolean =>
  entities.DeviceCode !== undefined &&
  client !== undefined &&
  settingsOf(client).sessionsPerUser !== null

/**
 * The grant of this user and client, made on the way (no request of its own). Missing scopes
 * lead to the consent page; scopes of an API that the person may not have are left out.
 */
export const loadExistingGrant = async (ctx: KoaContextWithOIDC) => {
  const { client, account, session, provider } = ctx.oidc
  if (client === undefined || account === undefined || session === undefined) return undefined
  const choice = await organizationOf(ctx)
  if (choice.kind === 'open' || choice.kind === 'foreign') return undefined
  const wanted = words(ctx.oidc.params?.scope)
  const resources = await resourcesAsked(ctx, wanted)
  const ofApis = new Set(resources.flatMap(({ permitted, refused }) => [...permitted, ...refused]))
  const agreed = await agreedScopes(ctx, wanted)
  const asked: Asked = {
    scopes: wanted.filter((scope) => !ofApis.has(scope)),
    claims: [...ctx.oidc.requestParamClaims],
    resources,
  }
  const known = isApart(ctx) ? undefined : session.grantIdFor(client.clientId)
  const present = known === undefined ? undefined : await provider.Grant.find(known)
  const isAgreed = wanted.every((scope) => agreed.includes(scope))
  const isSame = organizationOfGrant(known) === (choice.kind === 'chosen' ? choice.id : null)
  if (present !== undefined && isSame && isAgreed && covers(present, asked)) return present
  const granted: Asked = {
    ...asked,
    scopes: asked.scopes.filter((scope) => agreed.includes(scope)),
    resources: resources.map((each) => ({
      ...each,
      permitted: each.permitted.filter((scope) => agreed.includes(scope)),
    })),
  }
  if (!wanted.some((scope) => agreed.includes(scope))) return undefined
  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
  fill(ctx, grant, granted)
  await grant.save()
  return grant
}
