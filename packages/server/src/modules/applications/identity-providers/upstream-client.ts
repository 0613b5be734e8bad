import { LRUCache } from 'lru-cache'
import type * as openid from 'openid-client'
import type { Context } from '../../../kit/context.ts'
import { type OidcProvider, secretPurpose } from './definition.ts'
import { findProvider } from './identity-providers.repository.ts'
import { providerFetch } from './target.ts'
import { unreachableOf } from './upstream-failures.ts'

/** Heavy, and needed by sign-ins at an identity provider alone. */
export const library = (): Promise<typeof openid> => import('openid-client')

/** Metadata and keys are read again after this time; a changed provider has another version. */
const knownMillis = 10 * 60_000
const known = new LRUCache<string, Promise<openid.Configuration>>({ max: 500, ttl: knownMillis })

const proofOf = async (ctx: Context, provider: OidcProvider): Promise<openid.ClientAuth> => {
  const client = await library()
  const row = await findProvider(ctx, provider.id)
  if (row?.sealed_secret === undefined || row.sealed_secret === null) return client.None()
  const { secrets } = ctx.platform
  const opened = await secrets.open(ctx.tenant.id, secretPurpose(provider.id), row.sealed_secret)
  const secret = opened.toString('utf8')
  return provider.clientProof === 'client_secret_basic'
    ? client.ClientSecretBasic(secret)
    : client.ClientSecretPost(secret)
}

/** What openid-client is told of each: signatures are checked, whatever the way they came by. */
const strict = (
  client: typeof openid,
  configuration: openid.Configuration,
  { isPlain, send }: { readonly isPlain: boolean; readonly send: typeof fetch },
): openid.Configuration => {
  configuration[client.customFetch] = (url, options) =>
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the library's options are those of fetch, with a narrower body
    send(url, options as RequestInit)
  if (isPlain) client.allowInsecureRequests(configuration)
  client.enableNonRepudiationChecks(configuration)
  return configuration
}

const open = async (ctx: Context, provider: OidcProvider): Promise<openid.Configuration> => {
  const client = await library()
  const proof = await proofOf(ctx, provider)
  const send = providerFetch(ctx)
  // Only where the operator has named the target does a call in clear pass `providerFetch`.
  const isPlain = new URL(provider.tokenEndpoint ?? provider.issuer).protocol === 'http:'
  const metadata = { [client.clockTolerance]: provider.clockSkewSeconds }
  if (provider.kind === 'OIDC') {
    const configuration = await client.discovery(
      new URL(provider.issuer),
      provider.clientId,
      metadata,
      proof,
      {
        // oxlint-disable-next-line typescript/consistent-type-assertions -- as above
        [client.customFetch]: (url, options) => send(url, options as RequestInit),
        ...(isPlain ? { execute: [client.allowInsecureRequests] } : {}),
      },
    )
    return strict(client, configuration, { isPlain, send })
  }
  const server = {
    issuer: provider.issuer,
    authorization_endpoint: provider.authorizationEndpoint ?? '',
    token_endpoint: provider.tokenEndpoint ?? '',
    userinfo_endpoint: provider.userinfoEndpoint ?? '',
  }
  const configuration = new client.Configuration(server, provider.clientId, metadata, proof)
  return strict(client, configuration, { isPlain, send })
}

/** The provider as the library calls it. @throws identity_provider_unreachable */
export const clientOf = async (
  ctx: Context,
  provider: OidcProvider,
): Promise<openid.Configuration> => {
  const key = `${ctx.tenant.id} ${provider.id} ${provider.version}`
  const opening = known.get(key) ?? open(ctx, provider)
  known.set(key, opening, { noUpdateTTL: true })
  try {
    return await opening
  } catch (error) {
    known.delete(key)
    throw await unreachableOf(ctx, provider, error)
  }
}
