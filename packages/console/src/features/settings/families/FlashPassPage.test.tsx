import {
  flashPassFamily,
  readFlashPassSettings,
  updateFlashPassSettings,
} from '@signet/contract/settings/flashpass'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { settingsFeature } from './settings.screens.ts'

it('names the field that does not fit, and keeps the keys that stay', {
  meta: { covers: ['screen:settings/mobileflashpass'] },
}, async () => {
  const kept = { ...flashPassFamily.defaults, secretsPresent: ['appleKey' as const] }
  const fields = [
    { path: 'body.appleCertificate', message: 'team_differs' },
    { path: 'body.secrets.appleKey', message: 'key_differs' },
  ]
  const asked = serve(
    answering(readFlashPassSettings, () => kept),
    answering(updateFlashPassSettings, () => new Refusal('invalid_parameters', {}, fields)),
  )
  const theme = buildTheme({ authenticationAccount: false, issuanceAccount: true })
  const session = buildConsoleSession({ theme })
  const { container, user } = await showScreens(settingsFeature, '/settings/mobileflashpass', {
    session,
  })
  await user.type(await screen.findByLabelText(/^Who gives the passes/), 'Example')
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(
    (await screen.findAllByText(/: The certificate is of another team$/)).length,
  ).toBeGreaterThan(0)
  const key = screen.getByLabelText(/^Key of the certificate/)
  expect(key.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByText(/: This is not the key of the certificate$/).length).toBeGreaterThan(0)
  const sent = () => asked.find(({ endpoint }) => endpoint === updateFlashPassSettings)
  await waitFor(() => expect(sent()?.body).toMatchObject({ organizationName: 'Example' }))
  expect(sent()?.body).not.toHaveProperty('secrets')
})
