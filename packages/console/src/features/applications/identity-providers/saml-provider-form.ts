import { SamlIdentityProviderChange } from '@signet/contract/applications/saml-identity-providers'
import { providerClockSkewSeconds } from '@signet/rules/identity-providers'
import { z } from 'zod'
import { asPem, certificatesIn } from '../../../kit/certificate-text.ts'
import type { SamlMetadata, SamlProvider } from './saml-providers.queries.ts'

const { shape } = SamlIdentityProviderChange

/** As the service takes it, but for certificates: those are pasted one below the other. */
export const SamlProviderForm = z.object({
  ...shape,
  signingCertificates: z.string().transform(certificatesIn).pipe(shape.signingCertificates),
})
export type TypedSaml = z.input<typeof SamlProviderForm>

export const newSamlProvider: TypedSaml = {
  name: '',
  type: 'GENERIC',
  enabled: true,
  entityId: '',
  signInUrl: '',
  signInBinding: 'REDIRECT',
  logoutUrl: null,
  logoutResponseUrl: null,
  signingCertificates: '',
  metadataUrl: null,
  nameIdFormat: 'persistent',
  signsRequests: true,
  requiresEncryption: false,
  forcesSignIn: false,
  requestedContexts: [],
  trustedContexts: [],
  clockSkewSeconds: providerClockSkewSeconds.usual,
  allowsUnsolicited: false,
  button: true,
  domains: [],
  createsUsers: false,
  userIdClaim: 'mail',
  updatesUsers: false,
  claimMappings: [
    { claim: 'givenName', field: 'firstName' },
    { claim: 'sn', field: 'lastName' },
    { claim: 'mail', field: 'email' },
  ],
  groupMappings: [],
  trustedForAdministrators: false,
}

const certificateText = (certificates: readonly string[]): string =>
  certificates.map(asPem).join('\n')

/** A new provider with what its document says of it. */
export const fromMetadata = ({ expiresAt: _end, ...told }: SamlMetadata): TypedSaml => ({
  ...newSamlProvider,
  ...told,
  signingCertificates: certificateText(told.signingCertificates),
})

export const typedSaml = (provider: SamlProvider): TypedSaml => {
  const {
    id: _id,
    ownEntityId: _entity,
    consumerUrl: _consumer,
    ownLogoutUrl: _logout,
    metadata: _metadata,
    users: _users,
    createdAt: _created,
    updatedAt: _updated,
    version: _version,
    ...fields
  } = provider
  return { ...fields, signingCertificates: certificateText(fields.signingCertificates) }
}
