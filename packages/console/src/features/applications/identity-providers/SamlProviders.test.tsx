import { listIdentityProviders } from '@signet/contract/applications/identity-providers'
import {
  createSamlIdentityProvider,
  deleteSamlIdentityProvider,
  parseSamlProviderMetadata,
  readSamlIdentityProvider,
} from '@signet/contract/applications/saml-identity-providers'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { identityProvidersFeature } from './identity-providers.screens.ts'

const id = '018f0000-0000-7000-8000-000000000001'
const told = {
  entityId: 'https://idp.example.test/saml',
  signInUrl: 'https://idp.example.test/sso',
  logoutUrl: 'https://idp.example.test/slo',
  logoutResponseUrl: null,
  signingCertificates: ['MIIBqwdG9sZA=='],
  signInBinding: 'REDIRECT' as const,
  nameIdFormat: 'persistent' as const,
}
const provider = {
  ...told,
  id,
  name: 'Acme Holding',
  type: 'GENERIC' as const,
  enabled: true,
  button: true,
  domains: ['holding.example'],
  createsUsers: false,
  userIdClaim: 'mail',
  updatesUsers: false,
  claimMappings: [],
  groupMappings: [],
  trustedForAdministrators: false,
  signsRequests: true,
  requiresEncryption: false,
  forcesSignIn: false,
  requestedContexts: [],
  trustedContexts: [],
  metadataUrl: null,
  metadata: { readAt: null, fault: null, nextAt: null },
  clockSkewSeconds: 60,
  allowsUnsolicited: false,
  ownEntityId: `https://acme.example.test/api/saml/SAML2/SP/${id}`,
  consumerUrl: `https://acme.example.test/api/saml/SAML2/SP/${id}/ACS`,
  ownLogoutUrl: `https://acme.example.test/api/saml/SAML2/SP/${id}/SLO`,
  users: 3,
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
  version: 1,
}

const show = (at: string) => showScreens(identityProvidersFeature, at)

describe('a SAML identity provider', () => {
  it('is added by its metadata', async () => {
    const asked = serve(
      answering(parseSamlProviderMetadata, () => ({ ...told, expiresAt: null })),
      answering(createSamlIdentityProvider, () => provider),
      answering(readSamlIdentityProvider, () => provider),
      answering(listIdentityProviders, () => []),
    )
    const { user } = await show('/identityproviders/saml/generic/add')
    await user.type(await screen.findByLabelText('Metadata document'), 'document')
    await user.click(screen.getByRole('button', { name: 'Read metadata' }))
    expect(await screen.findByDisplayValue(told.signInUrl)).toBeDefined()
    await user.type(screen.getByLabelText(/^Name/), 'Acme Holding')
    await user.click(screen.getByRole('button', { name: 'Add identity provider' }))
    await waitFor(() =>
      expect(
        asked.find(({ endpoint }) => endpoint === createSamlIdentityProvider)?.body,
      ).toMatchObject({
        name: 'Acme Holding',
        entityId: told.entityId,
        signInUrl: told.signInUrl,
        signingCertificates: [expect.stringContaining('MIIBqwdG9sZA==')],
      }),
    )
    // What we are is registered there next: it stands on the page of the new provider.
    expect(await screen.findByText(provider.consumerUrl)).toBeDefined()
  })

  it('says why its metadata was not taken when it was read last', async () => {
    const metadata = {
      readAt: '2026-11-01T10:00:00.000Z',
      fault: 'OTHER_ENTITY' as const,
      nextAt: null,
    }
    const metadataUrl = 'https://idp.example.test/metadata'
    serve(
      answering(readSamlIdentityProvider, () => ({ ...provider, metadataUrl, metadata })),
      answering(listIdentityProviders, () => []),
    )
    await show(`/identityproviders/saml/${id}`)
    expect(await screen.findByDisplayValue(metadataUrl)).toBeDefined()
    expect(screen.getByText(/belongs to another entity ID/)).toBeDefined()
    expect(screen.getByText('Metadata last read')).toBeDefined()
  })

  it('shows what is registered there, and is deleted by its name', async () => {
    const asked = serve(
      answering(readSamlIdentityProvider, () => provider),
      answering(deleteSamlIdentityProvider, () => undefined),
      answering(listIdentityProviders, () => []),
    )
    const { user } = await show(`/identityproviders/saml/${id}`)
    expect(await screen.findByText(provider.consumerUrl)).toBeDefined()
    await expectAccessible()
    await user.click(screen.getByRole('button', { name: 'Delete identity provider' }))
    await user.type(await screen.findByRole('textbox', { name: /Acme Holding/ }), 'Acme Holding')
    await user.click(screen.getByRole('button', { name: 'Delete identity provider' }))
    await waitFor(() =>
      expect(asked.some(({ endpoint }) => endpoint === deleteSamlIdentityProvider)).toBe(true),
    )
  })
})
