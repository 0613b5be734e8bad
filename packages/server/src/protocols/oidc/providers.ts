import { timingSafeEqual } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { calculateJwkThumbprint, decodeProtectedHeader, type JWK } from 'jose'
import { LRUCache } from 'lru-cache'
import type { AdapterPayload, Client, Provider } from 'oidc-provider'
import { hasBadText } from '../../kit/body.ts'
import type { Context, Tenant } from '../../kit/context.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SigningKey } from '../../platform/signing-keys/key-ring.ts'
import { ignoreUnknownPrompts } from './access/access-policy.ts'
import { detailsTypes } from './access/authorization-details.ts'
import { noteArrivals } from './access/places.ts'
import { guardAnswers } from './answer-headers.ts'
import { answerRequests } from './ciba/sign-in-requests.ts'
import { addedClaims } from './claims/custom-claims.ts'
import { completeIdTokens } from './claims/id-tokens.ts'
import { settingsOf } from './clients/client-settings.ts'
import { findClient } from './clients/clients.ts'
import { configurationOf } from './configuration.ts'
import { completeDiscovery } from './discovery.ts'
import { noteEvents } from './events.ts'
import { addTokenExchange } from './exchange/token-exchange.ts'
import { finish } from './flush.ts'
import { introspectJwts } from './introspection.ts'
import { mountPath } from './mount-path.ts'
import { noteRejection, watchRejections } from './rejections/rejections.ts'
import { type Elsewhere, leaveEverywhere, signOutAtOnce } from './sign-out/leave.ts'
import { TenantService } from './tenant-service.ts'
import type { AddedClaim } from './terms.ts'
import { hashOf } from './tokens.repository.ts'
import { unitOfWork } from './unit-of-work.ts'

const proofKeyOf = async (proof: string): Promise<string | null> => {
  if (proof === '') return null
  const { jwk } = decodeProtectedHeader(proof)
  return jwk === undefined ? null : calculateJwkThumbprint(jwk)
}

/** Secrets are stored as SHA-256: both sides are hashes, compared in constant time. */
const compareHashes = (provider: Provider): void => {
  Object.defineProperty(provider.Client.prototype, 'compareClientSecret', {
    value(this: { clientSecret?: string }, given: string): boolean {
      const stored = Buffer.from(this.clientSecret ?? '', 'base64url')
      const actual = hashOf(given)
      return stored.length === actual.length && timingSafeEqual(stored, actual)
    },
  })
}

/**
 * What a client may ask for at APIs and in detail, and by what it knows users; the library would refuse scopes that are not its
 * own, and a client altogether whose types of details the provider does not know yet.
 */
const withOpenings = (client: Client): void => {
  const { resourceScopes, authorizationDetailsTypes, subjectAttribute } = settingsOf(client)
  // Said in the metadata, it would ask for a sector, by which ours does not go (subjects.ts).
  const subjectType = subjectAttribute === null ? 'public' : 'pairwise'
  Object.assign(client, { authorizationDetailsTypes, subjectType })
  if (client.scope === undefined || resourceScopes.length === 0) return
  Object.assign(client, { scope: [client.scope, ...resourceScopes].join(' ') })
}

/**
 * The library finds the client it made of some metadata by their hash, again on each look-up. Here
 * the metadata is one object while it is cached (clients.ts), which tells as much.
 */
const rememberClients = (provider: Provider): void => {
  const made = new WeakMap<AdapterPayload, Client>()
  const make = provider.Client.find.bind(provider.Client)
  const find = async (id: string): Promise<Client | undefined> => {
    // An id within a token has passed no guard (foreign.ts).
    const metadata = hasBadText(id) ? undefined : await findClient(id)
    if (metadata === undefined) return undefined
    const client = made.get(metadata) ?? (await make(id))
    if (client !== undefined && !made.has(metadata)) {
      withOpenings(client)
      made.set(metadata, client)
    }
    return client
  }
  Object.defineProperty(provider.Client, 'find', { value: find })
}

/** `oidc` is put on the context by the library's own routes only. */
const clientOf = (koa: object): string | null =>
  'oidc' in koa &&
  koa.oidc instanceof Object &&
  'client' in koa.oidc &&
  koa.oidc.client instanceof Object &&
  'clientId' in koa.oidc.client &&
  typeof koa.oidc.client.clientId === 'string'
    ? koa.oidc.client.clientId
    : null

const writeThrough = (provider: Provider): void => {
  provider.use(async (koa, next) => {
    const unit = unitOfWork()
    unit.clientId = () => clientOf(koa)
    unit.proofKey = () => proofKeyOf(koa.get('DPoP'))
    await next()
    await noteRejection(unit, koa)
    await finish(unit, koa)
  })
}

/** A tenant's OpenID Connect service, ready to answer. */
export interface TenantProvider {
  readonly handle: RequestListener
  /** Of the public URL: what the library believes it was asked as. */
  readonly host: string
  readonly scheme: string
}

interface Made extends TenantProvider {
  /** Of all that it was made with: keys, claims, types of details, public URL. */
  readonly version: string
}

export interface Providers {
  of(ctx: Context): Promise<TenantProvider>
}

const privateJwk = ({ privateKey, publicJwk }: SigningKey): JWK => ({
  ...privateKey.export({ format: 'jwk' }),
  ...publicJwk,
})

interface Parts {
  readonly platform: Platform
  readonly tenant: Tenant
  readonly ring: readonly SigningKey[]
  readonly cookieName: string
  readonly added: readonly AddedClaim[]
  readonly details: readonly string[]
  readonly elsewhere: Elsewhere
}

const createProvider = ({ ring, elsewhere, ...parts }: Parts): TenantProvider => {
  const { platform, tenant } = parts
  const jwks = ring.map(privateJwk)
  const provider = new TenantService(
    `${tenant.publicUrl}${mountPath}`,
    configurationOf({ ...parts, jwks }),
  )
  provider.proxy = true
  ignoreUnknownPrompts(provider)
  compareHashes(provider)
  completeIdTokens(provider)
  rememberClients(provider)
  addTokenExchange(provider)
  guardAnswers(provider)
  completeDiscovery(provider)
  answerRequests(provider)
  introspectJwts(provider)
  signOutAtOnce(provider, elsewhere)
  leaveEverywhere(provider, elsewhere)
  writeThrough(provider)
  noteArrivals(provider)
  noteEvents(provider, platform)
  watchRejections(provider)
  const { host, protocol } = new URL(tenant.publicUrl)
  return { handle: provider.callback(), host, scheme: protocol.slice(0, -1) }
}

/** One provider a tenant, built again when what it was made with changes. */
export const createProviders = (
  platform: Platform,
  cookieName: (tenant: Tenant) => string,
  elsewhere: Elsewhere,
): Providers => {
  const made = new LRUCache<string, Made>({ max: 1000 })
  return {
    async of(ctx) {
      const { tenant } = ctx
      const added = await addedClaims(ctx)
      const details = await detailsTypes(ctx)
      const ring = await platform.keyRing.keysOf(tenant.id, 'oidc')
      const keys = ring.map(({ id, active }) => `${id}${active}`)
      const names = added.map(({ name, scope }) => `${scope}:${name}`)
      const version = [tenant.publicUrl, ...keys, ...names, ...details].join(' ')
      const known = made.get(tenant.id)
      if (known?.version === version) return known
      const own = { tenant, ring, cookieName: cookieName(tenant), added, details }
      const parts = { platform, elsewhere, ...own }
      const provider = { ...createProvider(parts), version }
      made.set(tenant.id, provider)
      return provider
    },
  }
}
