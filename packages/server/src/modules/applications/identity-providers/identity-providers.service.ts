import type {
  IdentityProvider,
  OidcIdentityProvider,
  OidcIdentityProviderChange,
} from '@signet/contract/applications/identity-providers'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { gained } from '../../settings/vouching/index.ts'
import { OidcDefinition, oidcProviderOf, providerOf, secretPurpose } from './definition.ts'
import { listProviders, type ShownProvider } from './identity-providers.repository.ts'
import { lifeCycleOf } from './life-cycle.ts'
import { isRefusedAddress } from './target.ts'

type Wanted = z.output<typeof OidcIdentityProviderChange>

/** Where a provider sends people back to; one for each, so that no answer is taken for another's. */
export const redirectUriOf = ({ tenant }: Context, id: string): string =>
  `${new URL(tenant.publicUrl).origin}/idp/complete/${id}`

const present = (ctx: Context, row: ShownProvider): z.input<typeof OidcIdentityProvider> => ({
  ...oidcProviderOf(row),
  clientSecretPresent: row.sealed_secret !== null,
  redirectUri: redirectUriOf(ctx, row.id),
  users: row.users,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const summary = (row: ShownProvider): z.input<typeof IdentityProvider> => {
  const { id, name, type, issuer, enabled, button, domains, protocol } = providerOf(row)
  return { id, name, type, issuer, enabled, button, domains, protocol, users: row.users }
}

const noted = (row: ShownProvider) => {
  const { id: _id, version: _version, protocol: _protocol, ...fields } = oidcProviderOf(row)
  return { ...fields, clientSecretPresent: row.sealed_secret !== null }
}

const isTrustedAs = (row: ShownProvider, wanted: Wanted): boolean => {
  const trust = (of: Pick<OidcDefinition, 'trustedAcrs' | 'trustedAmrs'>) =>
    JSON.stringify([of.trustedAcrs.toSorted(), of.trustedAmrs.toSorted()])
  return trust(oidcProviderOf(row)) === trust(wanted)
}

/** Whoever answers there, or what of an answer names the account. */
const identifying = [
  'issuer',
  'kind',
  'authorizationEndpoint',
  'tokenEndpoint',
  'userinfoEndpoint',
  'subjectClaim',
] as const

const movedIn = (row: ShownProvider, wanted: Wanted): readonly string[] => {
  const before = oidcProviderOf(row)
  return identifying.filter((field) => before[field] !== wanted[field])
}

const isElsewhere = (row: ShownProvider, wanted: Wanted): boolean => movedIn(row, wanted).length > 0

const vouchingChanged = (row: ShownProvider, wanted: Wanted): readonly string[] => {
  const before = oidcProviderOf(row)
  const widened = (['trustedAcrs', 'trustedAmrs'] as const).filter(
    (field) => gained(before[field], wanted[field]).length > 0,
  )
  const trustsMail = wanted.trustsMail && !before.trustsMail ? ['trustsMail'] : []
  const client = before.clientId === wanted.clientId ? [] : ['clientId']
  return [...movedIn(row, wanted), ...client, ...widened, ...trustsMail]
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

const sealed = async ({ platform, tenant }: Context, id: string, secret: string | null) =>
  secret === null ? null : platform.secrets.seal(tenant.id, secretPurpose(id), Buffer.from(secret))

export const oidcProviders = lifeCycleOf<Wanted, z.input<typeof OidcIdentityProvider>>({
  protocol: 'oidc',
  present,
  noted,
  issuerOf: ({ issuer }) => issuer,
  definitionOf: (wanted) => OidcDefinition.parse(wanted),
  expectUsable: expectReachable,
  isElsewhere,
  vouchingChanged,
  whole: (wanted) => wanted,
  // Its keys are read from the issuer, which is another provider when it changes.
  hasNewKey: () => false,
  readsAgain: () => false,
  isTrustedAs,
  /** A secret is never sent to where it was not given for. */
  secretOf: async (ctx, wanted, { id, before }) => {
    if (wanted.clientSecret !== undefined) return sealed(ctx, id, wanted.clientSecret)
    return before === null || isElsewhere(before, wanted) ? null : before.sealed_secret
  },
})

export const listAll = async (ctx: Context) => (await listProviders(ctx)).map(summary)

export const listByDomain = async (ctx: Context) =>
  (await listProviders(ctx))
    .map(providerOf)
    .filter(({ enabled }) => enabled)
    .flatMap(({ id, name, domains }) =>
      domains.map((domain) => ({ domain, identityProviderId: id, name })),
    )
    .toSorted((one, other) => one.domain.localeCompare(other.domain, 'en'))
