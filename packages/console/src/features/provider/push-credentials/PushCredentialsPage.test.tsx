import {
  readPushCredentials,
  testPushCredentials,
  updatePushCredentials,
} from '@signet/contract/provider/push-credentials'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { pushCredentialsFeature } from './push-credentials.screens.ts'

const kept = {
  apnsEnabled: true,
  apnsKeyId: 'ABCDE12345',
  apnsTeamId: 'TEAM123456',
  apnsBundleId: 'test.example.app',
  apnsSandbox: false,
  fcmEnabled: false,
  fcmProjectId: '',
  fcmClientEmail: '',
  secretsSet: [{ name: 'apnsKey' as const, setAt: '2026-11-30T08:00:00.000Z' }],
}
const rights = { view: true, add: true, edit: true, remove: true }
const theme = buildTheme({ isSp: true })
const sessionWith = (edit: boolean) =>
  buildConsoleSession({
    theme,
    roles: [
      buildRole({ permissions: [{ entityType: 'PUSHCREDENTIALS' as const, ...rights, edit }] }),
    ],
  })

describe('the push credentials of a service provider', () => {
  it('say since when a key is set, are tested, and keep a key that is not typed', {
    meta: { covers: ['screen:PushCredentials'] },
  }, async () => {
    const asked = serve(
      answering(readPushCredentials, () => kept),
      answering(updatePushCredentials, () => kept),
      answering(testPushCredentials, () => ({
        accepted: false,
        detail: 'APNs answered 403 InvalidProviderToken',
      })),
    )
    const session = sessionWith(true)
    const at = '/PushCredentials'
    const { container, user } = await showScreens(pushCredentialsFeature, at, { session })
    expect(await screen.findByText(/Set on .*2026.* Leave blank to keep it\./)).toBeDefined()
    expect(screen.getByText(/Not set\.$/)).toBeDefined()
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Test APNs' }))
    expect(await screen.findByText('APNs answered 403 InvalidProviderToken')).toBeDefined()
    expect(asked.at(-1)?.body).toEqual({ service: 'APNS' })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(asked.map(({ endpoint }) => endpoint)).toContain(updatePushCredentials),
    )
    const saved = asked.find(({ endpoint }) => endpoint === updatePushCredentials)
    const { secretsSet: _set, ...fields } = kept
    expect(saved?.body).toEqual(fields)
  })

  it('are not changed or tested by who may only look', async () => {
    serve(answering(readPushCredentials, () => kept))
    const session = sessionWith(false)
    await showScreens(pushCredentialsFeature, '/PushCredentials', { session })
    expect(await screen.findByDisplayValue('ABCDE12345')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Test APNs' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })
})
