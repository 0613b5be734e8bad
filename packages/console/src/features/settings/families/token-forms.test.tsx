import {
  entrustStFamily,
  readSoftTokenSettings,
  updateSoftTokenSettings,
} from '@signet/contract/settings/entrustst'
import {
  hardwareOathFamily,
  readHardwareOathSettings,
  updateHardwareOathSettings,
} from '@signet/contract/settings/hardwareoath'
import {
  legacyTokenFamily,
  readLegacyTokenSettings,
  updateLegacyTokenSettings,
} from '@signet/contract/settings/legacytoken'
import {
  deleteMobileSdk,
  mobileSdkFamily,
  readMobileSdk,
  updateMobileSdk,
} from '@signet/contract/settings/mobilesdk'
import {
  readSdpDeviceCode,
  readSdpSettings,
  sdpFamily,
  testSdpConnection,
} from '@signet/contract/settings/sdp'
import {
  readUserCertSettings,
  updateUserCertSettings,
  userCertFamily,
} from '@signet/contract/settings/usercertauthenticator'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { expectAccessible, renderRoutes } from '../../../../testing/render.tsx'
import AuthenticatorsPage from './AuthenticatorsPage.tsx'
import SoftTokenSdkPage from './SoftTokenSdkPage.tsx'

const show = (tab: string) =>
  renderRoutes([{ path: '/settings/authenticators/:tab', element: <AuthenticatorsPage /> }], {
    at: `/settings/authenticators/${tab}`,
  })

describe('the settings of tokens', () => {
  it('say how far codes of hardware may be off, within bounds', async () => {
    const asked = serve(
      answering(readHardwareOathSettings, () => hardwareOathFamily.defaults),
      answering(updateHardwareOathSettings, () => hardwareOathFamily.defaults),
    )
    const { user } = show('hardware')
    const steps = await screen.findByLabelText('Time steps that a code may be off')
    await user.clear(steps)
    await user.type(steps, '9')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findAllByText(/5/)).length).toBeGreaterThan(0)
    expect(asked.some(({ endpoint }) => endpoint === updateHardwareOathSettings)).toBe(false)
    await user.clear(steps)
    await user.type(steps, '2')
    await user.click(screen.getByLabelText('Assigned tokens work once they have arrived'))
    await expectAccessible()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === updateHardwareOathSettings)?.body).toEqual({
        ...hardwareOathFamily.defaults,
        timeWindow: 2,
        confirmReceipt: true,
      }),
    )
  })

  it('warn where a value is weaker than the default', async () => {
    serve(answering(readSoftTokenSettings, () => entrustStFamily.defaults))
    const { user } = show('softtoken')
    const number = await screen.findByRole('checkbox', {
      name: 'The app asks for the number that the browser shows',
    })
    expect(screen.queryByText('Weaker than the default.')).toBeNull()
    await user.click(number)
    expect(await screen.findByText('Weaker than the default.')).toBeDefined()
    await expectAccessible()
    await user.click(number)
    expect(screen.queryByText('Weaker than the default.')).toBeNull()
  })

  it('switch tokens of makers’ own off', async () => {
    const asked = serve(
      answering(readLegacyTokenSettings, () => legacyTokenFamily.defaults),
      answering(updateLegacyTokenSettings, () => legacyTokenFamily.defaults),
    )
    const { user } = show('makers')
    await user.click(await screen.findByLabelText('Tokens of makers’ own algorithms sign in'))
    await expectAccessible()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === updateLegacyTokenSettings)?.body).toEqual({
        ...legacyTokenFamily.defaults,
        enabled: false,
      }),
    )
  })

  it('say whose certificates sign in, and want an authority for that', async () => {
    const asked = serve(
      answering(readUserCertSettings, () => userCertFamily.defaults),
      answering(updateUserCertSettings, () => userCertFamily.defaults),
    )
    const { user } = show('certificates')
    await user.click(await screen.findByLabelText('People sign in by a certificate'))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await expectAccessible()
    expect(asked.some(({ endpoint }) => endpoint === updateUserCertSettings)).toBe(false)
    await user.type(screen.getByLabelText('Authorities that are believed'), 'a certificate')
    await user.selectOptions(screen.getByLabelText('What that is of the user'), 'EMAIL')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === updateUserCertSettings)?.body).toEqual({
        ...userCertFamily.defaults,
        enabled: true,
        trustAnchors: 'a certificate',
        nameIs: 'EMAIL',
      }),
    )
  })

  it('say how the Signet Authenticator is asked', async () => {
    const asked = serve(
      answering(readSoftTokenSettings, () => entrustStFamily.defaults),
      answering(updateSoftTokenSettings, () => entrustStFamily.defaults),
    )
    const { user } = show('softtoken')
    await user.click(await screen.findByLabelText('“Not me” locks the account'))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === updateSoftTokenSettings)?.body).toEqual({
        ...entrustStFamily.defaults,
        lockOnConcern: true,
      }),
    )
  })

  it('connect the service that manages devices, and say how far a call came', async () => {
    const step = { outcome: 'DONE', detail: null } as const
    serve(
      answering(readSdpSettings, () => ({ ...sdpFamily.defaults, secretsPresent: [] })),
      answering(readSdpDeviceCode, () => ({
        state: 'PENDING' as const,
        userCode: 'WDJB-MJHT',
        verificationUri: 'https://devices.example/agree',
        verificationUriComplete: null,
        expiresAt: '2026-11-23T02:00:00.000Z',
        failure: null,
      })),
      answering(testSdpConnection, () => ({
        connected: false,
        steps: [
          { ...step, step: 'SETTINGS' as const },
          { step: 'TOKEN' as const, outcome: 'FAILED' as const, detail: 'authorization_pending' },
          { step: 'SERVICE' as const, outcome: 'NOT_REACHED' as const, detail: null },
        ],
      })),
    )
    const { user } = show('devices')
    await user.click(await screen.findByRole('button', { name: 'Get a code' }))
    await screen.findByText('WDJB-MJHT')
    expect(screen.getByRole('link', { name: /devices\.example/ })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Test the connection' }))
    await screen.findByText('authorization_pending')
    await expectAccessible()
    expect(screen.getByText('Not connected. The step that failed says why.')).toBeTruthy()
  })

  it('say how own apps are woken, and keep a key that is not typed anew', {
    meta: { covers: ['screen:settings/softtokensdk'] },
  }, async () => {
    const kept = { ...mobileSdkFamily.defaults, secretsPresent: ['apnsKey' as const] }
    const asked = serve(
      answering(readMobileSdk, () => kept),
      answering(updateMobileSdk, () => kept),
    )
    const { user } = renderRoutes([{ path: '/', element: <SoftTokenSdkPage /> }], { at: '/' })
    await user.type(await screen.findByLabelText('Key of the service account'), 'pem')
    await expectAccessible()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === updateMobileSdk)?.body).toEqual({
        ...mobileSdkFamily.defaults,
        secrets: { fcmKey: 'pem' },
      }),
    )
  })

  it('are forgotten, keys included, once that was confirmed', async () => {
    const kept = { ...mobileSdkFamily.defaults, secretsPresent: ['apnsKey' as const] }
    const asked = serve(
      answering(readMobileSdk, () => kept),
      answering(deleteMobileSdk, () => undefined),
    )
    const { user } = renderRoutes([{ path: '/', element: <SoftTokenSdkPage /> }], { at: '/' })
    await user.click(await screen.findByRole('button', { name: 'Forget the keys' }))
    expect(asked.some(({ endpoint }) => endpoint === deleteMobileSdk)).toBe(false)
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Forget the keys' }))
    await waitFor(() =>
      expect(asked.some(({ endpoint }) => endpoint === deleteMobileSdk)).toBe(true),
    )
  })
})
