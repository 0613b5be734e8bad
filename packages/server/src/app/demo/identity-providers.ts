import { OidcIdentityProviderChange } from '@signet/contract/applications/identity-providers'
import type { Context } from '../../kit/context.ts'
import { createIdentityProvider } from '../../modules/applications/identity-providers/index.ts'

/** The directory of a partner, whose people are led to it by their user ids. */
export const insertIdentityProvider = async (ctx: Context): Promise<void> => {
  await createIdentityProvider(
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
