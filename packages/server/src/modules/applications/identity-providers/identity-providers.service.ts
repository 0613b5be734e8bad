import type {
  IdentityProvider,
  OidcIdentityProvider,
  OidcIdentityProviderChange,
} from '@signet/contract/applications/identity-providers'
import { mostIdentityProviders } from '@signet/contract/applications/identity-providers'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { isUniqueViolation } from '../../../platform/db/sql-errors.ts'
import { expectGroups, groupsInSight } from '../../identity/groups/index.ts'
import { Definition, providerOf, secretPurpose } from './definition.ts'
import {
  findProvider,
  insertProvider,
  listProviders,
  removeProvider,
  type ShownProvider,
  updateProvider,
} from './identity-providers.repository.ts'
import { removeLinksOfProvider } from './linked-identities.repository.ts'
import { changing } from './published-providers.ts'
import { isRefusedAddress } from './target.ts'

type Wanted = z.output<typeof OidcIdentityProviderChange>

/** Where a provider sends people back to; one for each, so that no answer is taken for another's. */
export const redirectUriOf = ({ tenant }: Context, id: string): string =>
  `${new URL(tenant.publicUrl).origin}/idp/complete/${id}`

const present = (ctx: Context, row: ShownProvider): z.input<typeof OidcIdentityProvider> => ({
  ...providerOf(row),
  clientSecretPresent: row.sealed_secret !== null,
  redirectUri: redirectUriOf(ctx, row.id),
  users: row.users,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const summary = (row: ShownProvider): z.input<typeof IdentityProvider> => {
  const { id, name, type, issuer, enabled, button, domains } = providerOf(row)
  return {
    id,
    name,
    type,
    issuer,
    enabled,
    button,
    domains,
    protocol: row.protocol,
    users: row.users,
  }
}

const subjectOf = ({ id, name }: Pick<ShownProvider, 'id' | 'name'>) => ({
  entity: 'IDENTITYPROVIDERS',
  id,
  name,
})

const noted = (row: ShownProvider) => {
  const { id: _id, version: _version, ...fields } = providerOf(row)
  return { ...fields, clientSecretPresent: row.sealed_secret !== null }
}

const columnsOf = (ctx: Context, wanted: Wanted) => ({
  name: wanted.name,
  name_key: foldName(wanted.name),
  issuer: wanted.issuer,
  enabled: wanted.enabled,
  definition: JSON.stringify(Definition.parse(wanted)),
  updated_at: ctx.platform.clock.now(),
})

/** @throws identity_provider_not_found */
const found = async (ctx: Context, id: string): Promise<ShownProvider> => {
  const row = await findProvider(ctx, id)
  if (row === undefined) throw new ApiError('identity_provider_not_found')
  return row
}

/** They belong to the whole tenant, and make users of it. @throws access_denied */
const expectWholeTenant = (ctx: Context): void => {
  if (groupsInSight(ctx) !== 'ALL') throw new ApiError('access_denied')
}

/** Whoever vouches for administrators could be any of them. @throws rights_not_held */
const expectTrustGiven = (ctx: Context, wanted: Wanted, before: ShownProvider | null): void => {
  if (!wanted.trustedForAdministrators) return
  const isAs = before !== null && !isElsewhere(before, wanted) && isTrustedAs(before, wanted)
  const { actor } = ctx
  const isSuper =
    actor.kind === 'system' ||
    ((actor.kind === 'user' || actor.kind === 'application') && actor.superAdministrator)
  if (!isAs && !isSuper) throw new ApiError('rights_not_held')
}

const isTrustedAs = (row: ShownProvider, wanted: Wanted): boolean => {
  const before = providerOf(row)
  const trust = (of: Pick<Definition, 'trustedAcrs' | 'trustedAmrs'>) =>
    JSON.stringify([of.trustedAcrs.toSorted(), of.trustedAmrs.toSorted()])
  return before.trustedForAdministrators && trust(before) === trust(wanted)
}

/** Somebody else answers there now, or answers are read otherwise. */
const isElsewhere = (row: ShownProvider, wanted: Wanted): boolean => {
  const before = providerOf(row)
  return (
    before.issuer !== wanted.issuer ||
    before.kind !== wanted.kind ||
    before.authorizationEndpoint !== wanted.authorizationEndpoint ||
    before.tokenEndpoint !== wanted.tokenEndpoint ||
    before.userinfoEndpoint !== wanted.userinfoEndpoint ||
    before.subjectClaim !== wanted.subjectClaim
  )
}

/** @throws identity_provider_url_refused */
const expectReachable = async (ctx: Context, wanted: Wanted): Promise<void> => {
  const addresses = [
    wanted.issuer,
    wanted.authorizationEndpoint,
    wanted.tokenEndpoint,
    wanted.userinfoEndpoint,
  ]
  for (const address of addresses) {
    if (address !== null && (await isRefusedAddress(ctx, address))) {
      throw new ApiError('identity_provider_url_refused')
    }
  }
}

/** @throws group_not_found, identity_provider_domain_taken */
const check = async (ctx: Context, wanted: Wanted, others: readonly ShownProvider[]) => {
  await expectGroups(ctx, [...new Set(wanted.groupMappings.map(({ groupId }) => groupId))])
  const taken = new Set(others.flatMap((row) => providerOf(row).domains))
  if (wanted.domains.some((domain) => taken.has(domain))) {
    throw new ApiError('identity_provider_domain_taken')
  }
}

const namedAlone = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error, 'identity_providers_tenant_id_name_key_key')) throw error
    throw new ApiError('identity_provider_exists', { cause: error })
  }
}

const sealed = async ({ platform, tenant }: Context, id: string, secret: string | null) =>
  secret === null ? null : platform.secrets.seal(tenant.id, secretPurpose(id), Buffer.from(secret))

export const listAll = async (ctx: Context) => (await listProviders(ctx)).map(summary)

export const listOidc = async (ctx: Context) =>
  (await listProviders(ctx)).map((row) => present(ctx, row))

export const listByDomain = async (ctx: Context) =>
  (await listProviders(ctx))
    .map(providerOf)
    .filter(({ enabled }) => enabled)
    .flatMap(({ id, name, domains }) =>
      domains.map((domain) => ({ domain, identityProviderId: id, name })),
    )
    .toSorted((one, other) => one.domain.localeCompare(other.domain, 'en'))

/** @throws identity_provider_not_found */
export const read = async (ctx: Context, id: string) => {
  const row = await found(ctx, id)
  return versioned(present(ctx, row), row.version)
}

const prepare = async (ctx: Context, wanted: Wanted): Promise<void> => {
  expectWholeTenant(ctx)
  await expectReachable(ctx, wanted)
  await ctx.platform.secrets.ready(ctx.tenant.id)
}

const add = async (ctx: Context, wanted: Wanted) => {
  const others = await listProviders(ctx)
  if (others.length >= mostIdentityProviders) throw new ApiError('identity_provider_limit_reached')
  expectTrustGiven(ctx, wanted, null)
  await check(ctx, wanted, others)
  const id = ctx.platform.ids.uuid()
  const columns = columnsOf(ctx, wanted)
  const sealed_secret = await sealed(ctx, id, wanted.clientSecret ?? null)
  const own = { id, protocol: 'oidc', sealed_secret, created_at: columns.updated_at } as const
  await insertProvider(ctx, { ...columns, ...own })
  const row = await found(ctx, id)
  audit(ctx, 'IDENTITY_PROVIDER_CREATED', { subject: subjectOf(row), after: noted(row) })
  return versioned(present(ctx, row), row.version)
}

/**
 * @throws identity_provider_exists, identity_provider_limit_reached, identity_provider_url_refused,
 *   identity_provider_domain_taken, group_not_found, rights_not_held
 */
export const create = async (ctx: Context, wanted: Wanted) => {
  await prepare(ctx, wanted)
  return namedAlone(() => changing(ctx, (ctx) => add(ctx, wanted)))
}

/** A secret is never sent to where it was not given for. */
const secretAfter = async (ctx: Context, before: ShownProvider, wanted: Wanted) => {
  if (wanted.clientSecret !== undefined) return sealed(ctx, before.id, wanted.clientSecret)
  return isElsewhere(before, wanted) ? null : before.sealed_secret
}

const put = async (ctx: Context, id: string, wanted: Wanted) => {
  const before = await found(ctx, id)
  expectVersion(ctx, before.version)
  expectTrustGiven(ctx, wanted, before)
  await check(
    ctx,
    wanted,
    (await listProviders(ctx)).filter((other) => other.id !== id),
  )
  const sealed_secret = await secretAfter(ctx, before, wanted)
  await updateProvider(ctx, id, { ...columnsOf(ctx, wanted), sealed_secret })
  const unlinked = isElsewhere(before, wanted) ? await removeLinksOfProvider(ctx, id) : 0
  const row = await found(ctx, id)
  audit(ctx, 'IDENTITY_PROVIDER_UPDATED', {
    subject: subjectOf(row),
    before: noted(before),
    after: noted(row),
    ...(unlinked === 0 ? {} : { attributes: { unlinked } }),
  })
  return versioned(present(ctx, row), row.version)
}

/** @throws as `create`, and identity_provider_not_found, precondition_failed */
export const change = async (ctx: Context, id: string, wanted: Wanted) => {
  await prepare(ctx, wanted)
  return namedAlone(() => changing(ctx, (ctx) => put(ctx, id, wanted)))
}

/** @throws identity_provider_not_found, precondition_failed */
export const remove = (ctx: Context, id: string): Promise<undefined> => {
  expectWholeTenant(ctx)
  return changing(ctx, async (ctx) => {
    const row = await found(ctx, id)
    expectVersion(ctx, row.version)
    await removeProvider(ctx, id)
    audit(ctx, 'IDENTITY_PROVIDER_DELETED', {
      subject: subjectOf(row),
      before: noted(row),
      attributes: { users: row.users },
    })
    return undefined
  })
}
