import {
  readOidcApplication,
  updateOidcApplication,
} from '@signet/contract/applications/oidc-applications'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession } from '../../../../testing/facts.ts'
import { portal } from '../../../../testing/oidc-applications.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { textNow } from '../../../lib/i18n.ts'
import { faultText } from '../../../lib/validation-texts.ts'
import { KeysForm } from './application-forms.ts'
import type { Application } from './application-types.ts'
import { oidcApplicationsFeature } from './oidc-applications.screens.ts'

const television = (change: Partial<Application> = {}) =>
  portal({
    name: 'Television',
    applicationType: 'OIDC_DEVICE',
    redirectUris: [],
    grantTypes: ['device_code', 'refresh_token'],
    ...change,
  })

const show = (tab = 'protocol') => {
  const { id } = television()
  const session = buildConsoleSession()
  return showScreens(oidcApplicationsFeature, `/applications/oidc/OIDC_DEVICE/${id}/${tab}`, {
    session,
  })
}

describe('a device', () => {
  it('is told how people type its codes, and needs no addresses', async () => {
    const asked = serve(
      answering(readOidcApplication, () => television()),
      answering(updateOidcApplication, () => television({ userCodeLength: 12 })),
    )
    const { user, container } = await show()
    const length = await screen.findByLabelText(/^Length of these codes/)
    expect(screen.queryByLabelText('Redirect addresses 1')).toBeNull()
    await expectAccessible(container)
    await user.clear(length)
    await user.type(length, '12')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(asked.map(({ endpoint }) => endpoint.method)).toContain('PUT'))
    expect(asked.find(({ endpoint }) => endpoint.method === 'PUT')).toMatchObject({
      body: { userCodeCharacterSet: 'BASE20', userCodeLength: 12, deviceCodeTtlSeconds: 600 },
    })
  })

  it('that opens pages too has addresses beside', async () => {
    serve(answering(readOidcApplication, () => television()))
    const { user } = await show()
    await user.click(await screen.findByLabelText('Authorization code'))
    expect(await screen.findByLabelText('Redirect addresses 1')).toBeDefined()
    await user.click(screen.getByLabelText('Device code'))
    expect(screen.queryByLabelText(/^Length of these codes/)).toBeNull()
  })
})

describe('an application that exchanges tokens or asks for details', () => {
  it('is told whose tokens, and which details', async () => {
    const asked = serve(
      answering(readOidcApplication, () => television()),
      answering(updateOidcApplication, () => television()),
    )
    const { user } = await show()
    await user.click(await screen.findByLabelText('Token exchange'))
    await user.type(await screen.findByLabelText('APIs it serves 1'), 'urn:orders')
    await user.type(screen.getByLabelText('Details it may ask for 1'), 'payment')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(asked.map(({ endpoint }) => endpoint.method)).toContain('PUT'))
    expect(asked.find(({ endpoint }) => endpoint.method === 'PUT')).toMatchObject({
      body: { exchangeAudiences: ['urn:orders'], authorizationDetailsTypes: ['payment'] },
    })
  })
})

describe('a public application', () => {
  it('serves no APIs, as it has no credentials to introspect tokens with', async () => {
    serve(answering(readOidcApplication, () => television({ tokenEndpointAuthMethod: 'none' })))
    await show()
    expect(await screen.findByLabelText('Details it may ask for 1')).toBeDefined()
    expect(screen.queryByLabelText(/^APIs it serves/)).toBeNull()
  })
})

describe('an application that asks people elsewhere', () => {
  it('is told of decisions at its address, which is asked for only then', async () => {
    const asked = serve(
      answering(readOidcApplication, () => television()),
      answering(updateOidcApplication, () => television()),
    )
    const { user } = await show()
    await user.click(await screen.findByLabelText('Ask people elsewhere (CIBA)'))
    expect(screen.queryByLabelText(/^Address told of decisions/)).toBeNull()
    await user.selectOptions(
      await screen.findByLabelText('How it hears of decisions'),
      'Signet calls its address',
    )
    const address = await screen.findByLabelText(/^Address told of decisions/)
    await user.type(address, 'https://bank.example.test/ping')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(asked.map(({ endpoint }) => endpoint.method)).toContain('PUT'))
    expect(asked.find(({ endpoint }) => endpoint.method === 'PUT')).toMatchObject({
      body: {
        backchannelDelivery: 'PING',
        backchannelNotificationUri: 'https://bank.example.test/ping',
      },
    })
  })
})

describe('an application that proves itself by a certificate', () => {
  it('is told whose, and which name stands in it', async () => {
    const proving = television({
      tokenEndpointAuthMethod: 'tls_client_auth',
      certificateAuthorities: 'PEM',
      certificateNameValue: 'CN=tv',
    })
    const asked = serve(
      answering(readOidcApplication, () => proving),
      answering(updateOidcApplication, () => proving),
    )
    const { user, container } = await show('keys')
    const name = await screen.findByLabelText('Name in the certificate')
    await expectAccessible(container)
    await user.clear(name)
    await user.type(name, 'CN=other')
    await user.click(screen.getByLabelText(/^Tokens are bound to its certificate/))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(asked.map(({ endpoint }) => endpoint.method)).toContain('PUT'))
    expect(asked.find(({ endpoint }) => endpoint.method === 'PUT')).toMatchObject({
      body: {
        certificateNameValue: 'CN=other',
        certificateName: 'SUBJECT_DN',
        certificateBoundTokens: true,
      },
    })
  })
})

describe('a key set that is pasted', () => {
  const keysFault = (jwks: string): string | undefined =>
    KeysForm.shape.jwks.safeParse(jwks).error?.issues[0]?.message

  it('has to be JSON, or nothing', () => {
    expect(keysFault('{"keys":[]}')).toBeUndefined()
    expect(keysFault(' ')).toBeUndefined()
    expect(keysFault('{"keys":[')).toBe('is no JSON')
    expect(faultText('is no JSON')).toBe(textNow('common:validation.format'))
  })
})
