import { OidcIdentityProviderChange } from '@signet/contract/applications/identity-providers'
import {
  type IdentityProviderType,
  identityProviderTemplates,
  providerClockSkewSeconds,
} from '@signet/rules/identity-providers'
import type { z } from 'zod'
import type { Provider, Wanted } from './identity-providers.queries.ts'

export const ProviderForm = OidcIdentityProviderChange
export type TypedProvider = z.input<typeof ProviderForm>

/** A provider as the form holds it; a secret that is not typed stays. */
export const typedProvider = (provider: Provider): TypedProvider => {
  const {
    id: _id,
    clientSecretPresent: _present,
    redirectUri: _uri,
    users: _users,
    createdAt: _created,
    updatedAt: _updated,
    version: _version,
    ...fields
  } = provider
  return fields
}

/** What a provider of a type begins with. */
export const newProvider = (type: IdentityProviderType, name: string): TypedProvider => {
  const template = identityProviderTemplates[type]
  return {
    name,
    type,
    ...template,
    scopes: [...template.scopes],
    claimMappings: [...template.claimMappings],
    clientId: '',
    enabled: true,
    userinfo: false,
    button: true,
    domains: [],
    createsUsers: false,
    updatesUsers: false,
    trustsMail: false,
    groupMappings: [],
    trustedAcrs: [],
    trustedAmrs: [],
    trustedForAdministrators: false,
    clockSkewSeconds: providerClockSkewSeconds.usual,
  }
}

/** Without a typed secret the present one stays. */
export const wantedOf = ({ clientSecret, ...fields }: Wanted): Wanted => ({
  ...fields,
  ...(clientSecret === undefined || clientSecret === null || clientSecret === ''
    ? {}
    : { clientSecret }),
})
