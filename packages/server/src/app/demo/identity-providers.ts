import { OidcIdentityProviderChange } from '@signet/contract/applications/identity-providers'
import { SamlIdentityProviderChange } from '@signet/contract/applications/saml-identity-providers'
import type { Context } from '../../kit/context.ts'
import { createProvider } from '../../modules/applications/identity-providers/index.ts'
import { samlKeys } from '../../modules/applications/saml-keys/index.ts'

/** The federation of a group of companies, by SAML; its certificate is this tenant's own, for show. */
const insertFederation = async (ctx: Context): Promise<void> => {
  const { active } = await samlKeys(ctx)
  await createProvider.saml(
    ctx,
    SamlIdentityProviderChange.parse({
      name: 'Acme Holding',
      entityId: 'https://login.holding.example/saml',
      signInUrl: 'https://login.holding.example/saml/sso',
      logoutUrl: 'https://login.holding.example/saml/slo',
      signingCertificates: [active.certificate],
      button: false,
      domains: ['holding.example'],
      claimMappings: [
        { claim: 'givenName', field: 'firstName' },
        { claim: 'sn', field: 'lastName' },
        { claim: 'mail', field: 'email' },
      ],
    }),
  )
}

/** The directory of a partner, whose people are led to it by their user ids. */
export const insertIdentityProviders = async (ctx: Context): Promise<void> => {
  await insertFederation(ctx)
  await createProvider.oidc(
    ctx,
    OidcIdentityProviderChange.parse({
      name: 'Partner directory',
      issuer: 'https://login.partner.example',
      clientId: 'acme',
      button: false,
      domains: ['partner.example'],
      claimMappings: [
        { claim: 'given_name', field: 'firstName' },
        { claim: 'family_name', field: 'lastName' },
        { claim: 'email', field: 'email' },
      ],
    }),
  )
}
