import { OwnClaim } from '@signet/contract/applications/oidc-claims'
import type { Context } from '../../../kit/context.ts'
import {
  findOidcClaims,
  type StoredClaim,
} from '../../../modules/applications/oidc-claims/index.ts'
import { tenantCache } from '../../../platform/tenant-cache.ts'
import { findApplication } from '../clients/clients.ts'
import { attributeText, claimFacts, type Facts } from './claim-facts.ts'

/** By tenant, at most 1 s stale. */
const known = tenantCache<Promise<readonly StoredClaim[]>>()

/** The claims that the tenant has added. */
export const addedClaims = (ctx: Context): Promise<readonly StoredClaim[]> => {
  const { id: tenantId } = ctx.tenant
  const { database } = ctx.platform
  const present = known.find(database, tenantId)
  if (present !== undefined) return present
  const moment = database.moment()
  const reading = findOidcClaims(ctx)
  known.keep(tenantId, { tenantId, moment, value: reading })
  reading.catch(() => known.forget(tenantId))
  return reading
}

/** The value a claim of this format has; undefined for a text that does not fit it. */
const told = (text: string, format: StoredClaim['format']): unknown => {
  switch (format) {
    case 'NUMBER':
      return text.trim() === '' || !Number.isFinite(Number(text)) ? undefined : Number(text)
    case 'BOOLEAN':
      return /^(?:true|yes|1)$/i.test(text.trim())
    case 'LIST':
      return text
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== '')
    case 'STRING':
      return text
  }
}

/** OpenID Connect Core 1.0, section 5.1.1. */
const formed = (name: string, value: unknown): unknown =>
  name === 'address' && typeof value === 'string' ? { formatted: value } : value

interface Telling {
  readonly facts: Facts
  readonly applicationName: string
  readonly clientId: string
  readonly tenantId: string
  readonly details: Wanted['details']
}

/** Names of scopes, each once: of several APIs some are alike. */
const permissionsOf = (entitlements: readonly string[]): readonly string[] => [
  ...new Set(entitlements.map((entry) => entry.slice(entry.indexOf('#') + 1))),
]

/** What the product itself knows, by the names of its own claims; absent where it knows nothing. */
const ownValues = ({ facts, applicationName, clientId, tenantId, details }: Telling) => {
  const roles = facts.roles ?? []
  const entitlements = facts.entitlements ?? []
  const [role, ...more] = roles
  const values: Readonly<Record<string, unknown>> = {
    acr: facts.acr ?? undefined,
    amr: facts.amr ?? undefined,
    app: applicationName,
    authenticators: facts.amr?.filter((method) => method !== 'mfa'),
    cid: clientId,
    entitlements,
    groups: facts.groups ?? [],
    mfa: facts.amr === null ? undefined : facts.amr.includes('mfa'),
    org_id: facts.organization ?? undefined,
    permissions: permissionsOf(entitlements),
    role: more.length === 0 ? role : roles,
    roles,
    tid: tenantId,
    transaction_details: details.length === 0 ? undefined : details,
    upn: facts.user_principal_name ?? undefined,
  }
  return values
}

interface Wanted {
  readonly accountId: string
  readonly clientId: string
  /** Of the sign-in that the token came of; null without one. */
  readonly sessionId: string | null
  readonly scopes: readonly string[]
  /** Names asked for one by one (OpenID Connect Core 1.0, section 5.5). */
  readonly names: readonly string[]
  /** What was agreed to in detail, for this one time (RFC 9396). */
  readonly details: readonly object[]
}

const isOwn = (name: string): boolean => OwnClaim.safeParse(name).success

/**
 * The claims that the tenant has added to the scopes, and own ones asked for by name; one statement,
 * and none where nothing is wanted. Undefined for an added one of which nothing is known: it takes the
 * place of a standard claim all the same.
 */
export const customClaims = async (
  ctx: Context,
  { accountId, clientId, sessionId, scopes, names, details }: Wanted,
): Promise<Readonly<Record<string, unknown>>> => {
  const added = (await addedClaims(ctx)).filter(
    ({ scope, name }) => scopes.includes(scope) || names.includes(name),
  )
  const byName = names.filter(isOwn)
  if (added.length === 0 && byName.length === 0) return {}
  const facts = await claimFacts(ctx, { accountId, sessionId })
  if (facts === undefined) return {}
  const applicationName = (await findApplication(ctx, clientId))?.name ?? ''
  const tenantId = ctx.tenant.id
  const own = ownValues({ facts, applicationName, clientId, tenantId, details })
  const valueOf = ({ source, value, format }: StoredClaim): unknown => {
    if (source === 'OWN') return own[value]
    const text = source === 'CONSTANT' ? value : attributeText(facts, value)
    return text === null ? undefined : told(text, format)
  }
  return Object.fromEntries([
    ...byName.map((name): [string, unknown] => [name, own[name]]),
    ...added.map((claim): [string, unknown] => [claim.name, formed(claim.name, valueOf(claim))]),
  ])
}
