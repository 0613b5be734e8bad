import {
  createSamlIdentityProvider,
  deleteSamlIdentityProvider,
  parseSamlProviderMetadata,
  readSamlIdentityProvider,
  type SamlIdentityProvider,
  type SamlIdentityProviderMetadata,
  updateSamlIdentityProvider,
} from '@signet/contract/applications/saml-identity-providers'
import type { z } from 'zod'
import { callsOf, useChange } from '../../../kit/entity.ts'
import { call } from '../../../lib/call.ts'
import { providersPath, subject } from './identity-providers.queries.ts'

export type SamlProvider = z.output<typeof SamlIdentityProvider>
export type SamlMetadata = z.output<typeof SamlIdentityProviderMetadata>

export const samlProviderPath = (id: string): string => `${providersPath}/saml/${id}`
export const addSamlPath = `${providersPath}/saml/generic/add`

export const samlProviders = {
  subject,
  ...callsOf({
    read: readSamlIdentityProvider,
    create: createSamlIdentityProvider,
    update: updateSamlIdentityProvider,
    remove: deleteSamlIdentityProvider,
  }),
}

export const useMetadataParsing = () =>
  useChange((metadata: string) => call(parseSamlProviderMetadata, { body: { metadata } }))
