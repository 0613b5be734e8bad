import { listApplicationTemplates } from '@signet/contract/applications/templates'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../testing/answers.ts'
import { buildConsoleSession, buildSettings, buildTheme } from '../../testing/facts.ts'
import { renderRoutes } from '../../testing/render.tsx'
import { stillCounter } from '../../testing/shell.tsx'
import { features } from '../features.ts'
import { routesOf } from './router.tsx'
import { ScreensProvider } from './screens-context.tsx'

const settings = buildSettings({ externalOtpAllowed: true })
const theme = buildTheme({ authenticationAccount: true, issuanceAccount: true })

describe('an address that names what does not exist', () => {
  it.each([
    '/emailTemplates/nosuchtype/en',
    '/settings/external/NOSUCHTYPE',
    '/bulkoperations/add/import/nosuchtype',
    '/smartcard/create/NOSUCHTYPE',
    '/smartcard/edit/018f0000-0000-7000-8000-0000000000cc/NOSUCHTYPE',
    '/applications/add/api/NOSUCHTYPE',
    '/applications/api/NOSUCHTYPE/018f0000-0000-7000-8000-0000000000cc',
    '/applications/add/oidc/NOSUCHTYPE',
  ])('has no page, as any other without one, and stays: %s', async (at) => {
    serve(answering(listApplicationTemplates, () => []))
    const { router } = renderRoutes([...routesOf(features, stillCounter)], {
      at,
      session: buildConsoleSession({ theme, settings }),
      wrap: (children) => <ScreensProvider features={features}>{children}</ScreensProvider>,
    })
    await screen.findByRole('heading', { level: 1, name: 'Page not found' })
    expect(await screen.findByRole('combobox')).toBeDefined()
    expect(router.state.location.pathname).toBe(at)
  })
})
