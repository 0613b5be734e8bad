import {
  createOidcIdentityProvider,
  deleteOidcIdentityProvider,
  type IdentityProvider,
  listIdentityProviders,
  type OidcIdentityProvider,
  type OidcIdentityProviderChange,
  readOidcIdentityProvider,
  testOidcConfiguration,
  updateOidcIdentityProvider,
} from '@signet/contract/applications/identity-providers'
import { type IdentityProviderType, identityProviderSlug } from '@signet/rules/identity-providers'
import type { z } from 'zod'
import { callsOf, useChange } from '../../../kit/entity.ts'
import { call } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

export type Listed = z.output<typeof IdentityProvider>
export type Provider = z.output<typeof OidcIdentityProvider>
export type Wanted = z.input<typeof OidcIdentityProviderChange>

export const providersPath = '/identityproviders'
export const providerPath = (id: string): string => `${providersPath}/oidc/${id}`
/** Of a provider of any protocol. */
export const listedPath = ({ id, protocol }: Listed): string => `${providersPath}/${protocol}/${id}`
export const addPath = (type: IdentityProviderType): string =>
  `${providersPath}/oidc/${identityProviderSlug(type)}/add`

export const subject = 'identity-providers'

/** Of every protocol; the list comes whole. */
export const providersQuery = wholeListQuery<Listed>({
  subject,
  list: (signal) => call(listIdentityProviders, { signal }),
  nameOf: ({ name }) => name,
  wordsOf: ({ name, issuer, domains }) => [name, issuer, ...domains],
})

export const providers = {
  subject,
  ...callsOf({
    read: readOidcIdentityProvider,
    create: createOidcIdentityProvider,
    update: updateOidcIdentityProvider,
    remove: deleteOidcIdentityProvider,
  }),
}

export const useConfigurationTest = () =>
  useChange((issuer: string) => call(testOidcConfiguration, { body: { issuer } }))
