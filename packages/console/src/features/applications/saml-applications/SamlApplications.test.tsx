import {
  createSamlApplication,
  listSamlAttributeSources,
  parseSamlMetadata,
  readSamlApplication,
  updateSamlApplication,
} from '@signet/contract/applications/saml-applications'
import {
  activateSamlCertificate,
  listSamlCertificates,
} from '@signet/contract/applications/saml-certificates'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { Application, Certificate } from './saml-applications.queries.ts'
import { samlApplicationsFeature } from './saml-applications.screens.ts'

const id = '018f0000-0000-7000-8000-000000000099'
const application: Application = {
  id,
  name: 'Travel',
  description: '',
  enabled: true,
  logoUri: null,
  entityId: 'urn:travel',
  entityDefault: true,
  assertionConsumers: [{ index: 7, url: 'https://travel.example.test/acs' }],
  idpInitiated: false,
  defaultRelayState: '',
  logoutUrl: null,
  logoutResponseUrl: null,
  logoutBinding: 'REDIRECT',
  nameIdFormat: 'email',
  nameIdAttribute: 'email',
  nameIdFilter: null,
  ignoresNameIdPolicy: false,
  allowedNameIdFormats: [],
  attributes: [
    {
      name: 'mail',
      friendlyName: 'Mail',
      nameFormat: 'uri',
      source: 'USER_ATTRIBUTE',
      value: 'email',
      filter: '.filter(.*).matcher(a).replace(b).end()',
    },
  ],
  signAssertion: true,
  signResponse: true,
  signatureAlgorithm: 'RSA_SHA256',
  digestAlgorithm: 'SHA256',
  encryptAssertion: false,
  encryptionAlgorithm: 'AES256_GCM',
  encryptionCertificate: null,
  requireSignedRequests: false,
  signingCertificates: [],
  assertionTtlSeconds: 300,
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
}
const oid = 'urn:oid:0.9.2342.19200300.100.1.3'
const sources = answering(listSamlAttributeSources, () => [
  { id: 'pairwise', name: 'x' },
  { id: 'email', name: 'email' },
])

describe('a SAML application', () => {
  it('is added from the metadata of a service provider', async () => {
    const asked = serve(
      sources,
      answering(parseSamlMetadata, () => ({
        entityId: 'urn:travel',
        assertionConsumers: [{ index: 0, url: 'https://travel.example.test/acs' }],
        logoutUrl: null,
        logoutResponseUrl: null,
        logoutBinding: 'REDIRECT' as const,
        nameIdFormat: 'email' as const,
        signAssertion: true,
        requireSignedRequests: false,
        signingCertificates: [],
        encryptionCertificate: 'MIIBqwdG9sZA==',
        encryptAssertion: true,
        encryptionAlgorithm: 'AES256_CBC' as const,
        requestedAttributes: [
          { name: oid, friendlyName: 'mail', nameFormat: 'uri' as const, required: true },
          { name: 'shoeSize', friendlyName: '', nameFormat: 'basic' as const, required: false },
        ],
        attributes: [
          {
            name: oid,
            friendlyName: 'mail',
            nameFormat: 'uri' as const,
            source: 'USER_ATTRIBUTE' as const,
            value: 'email',
            filter: null,
          },
        ],
        expiresAt: null,
      })),
      answering(createSamlApplication, () => application),
      answering(readSamlApplication, () => application),
    )
    const { container, user } = await showScreens(
      samlApplicationsFeature,
      '/applications/add/saml/SAML/general',
    )
    await user.type(await screen.findByLabelText(/^Metadata document/), '<xml/>')
    await user.click(screen.getByRole('button', { name: 'Read metadata' }))
    await screen.findByDisplayValue('urn:travel')
    screen.getByText(/assertions will be encrypted/)
    screen.getByText(/requested attributes: shoeSize/)
    await user.type(screen.getByLabelText(/^Name/, { selector: 'input' }), 'Travel')
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Add application' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === createSamlApplication)
    await waitFor(() =>
      expect(sent()?.body).toMatchObject({
        name: 'Travel',
        entityId: 'urn:travel',
        nameIdFormat: 'email',
        encryptAssertion: true,
        encryptionAlgorithm: 'AES256_CBC',
        attributes: [{ name: oid, friendlyName: 'mail', nameFormat: 'uri', value: 'email' }],
        assertionConsumers: [{ index: 0, url: 'https://travel.example.test/acs' }],
      }),
    )
  })

  it('keeps what the form does not show when it is changed', async () => {
    const asked = serve(
      sources,
      answering(readSamlApplication, () => application),
      answering(updateSamlApplication, () => application),
    )
    const { user } = await showScreens(samlApplicationsFeature, `/applications/saml/SAML/${id}`)
    await user.type(await screen.findByLabelText(/^Description/), 'Expenses')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === updateSamlApplication)
    await waitFor(() =>
      expect(sent()?.body).toMatchObject({
        description: 'Expenses',
        assertionConsumers: application.assertionConsumers,
        attributes: application.attributes,
      }),
    )
  })
})

describe('the certificates', () => {
  it('are activated once somebody has confirmed it', async () => {
    const one = (state: Certificate['state'], last: string): Certificate => ({
      id: id.replace(/9$/, last),
      state,
      certificate: 'PEM',
      fingerprint: `AA:${last}`,
      notBefore: '2026-01-02T03:04:05.000Z',
      notAfter: '2036-01-02T03:04:05.000Z',
      createdAt: '2026-01-02T03:04:05.000Z',
    })
    const asked = serve(
      answering(listSamlCertificates, () => [one('ACTIVE', '1'), one('NEXT', '2')]),
      answering(activateSamlCertificate, () => one('ACTIVE', '2')),
    )
    const { container, user } = await showScreens(
      samlApplicationsFeature,
      '/applications/certificates/saml',
    )
    await screen.findByText('AA:2')
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Activate' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Activate' }))
    await waitFor(() =>
      expect(asked.some(({ endpoint }) => endpoint === activateSamlCertificate)).toBe(true),
    )
  })
})
