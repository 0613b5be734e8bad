import { listWeakSettings } from '@signet/contract/operations/weak-settings'
import { weakerObjects } from '@signet/contract/operations/weaker-objects'
import { weakerFamilies } from '@signet/contract/settings/weaker-families'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { labelOf } from '../../../pickers/setting-labels.ts'
import type { WeakRow } from './weak-settings.queries.ts'
import { weakSettingsFeature } from './weak-settings.screens.ts'

const ofSettings: WeakRow = {
  id: 'SETTINGS:general:stepUpMillis',
  kind: 'SETTINGS',
  objectId: null,
  objectName: null,
  objectType: null,
  family: 'general',
  field: 'stepUpMillis',
  value: 3_600_000,
  default: 600_000,
  lowers: 'LONGER_USE',
  since: null,
  changedBy: null,
}
const ofApplication: WeakRow = {
  ...ofSettings,
  id: 'OIDC_APPLICATION:018f0000-0000-7000-8000-000000000042:pkceOptional',
  kind: 'OIDC_APPLICATION',
  objectId: '018f0000-0000-7000-8000-000000000042',
  objectName: 'Wiki',
  objectType: 'OIDC_WEB',
  family: null,
  field: 'pkceOptional',
  value: true,
  default: false,
  lowers: 'INTERCEPTION',
  since: '2026-01-02T03:04:05.000Z',
  changedBy: 'ada',
}

const show = async (rows: WeakRow[]) => {
  serve(answering(listWeakSettings, () => rows))
  return showScreens(weakSettingsFeature, '/settings/weak', { session: buildConsoleSession() })
}

describe('weak settings', () => {
  it('are listed with value, default and who set them, and lead to where they are changed', async () => {
    await show([ofSettings, ofApplication])
    const application = await screen.findByRole('row', { name: /Allow requests without PKCE/ })
    for (const shown of ['Wiki (OpenID Connect application)', 'Enabled', 'Disabled', 'ada']) {
      expect(application.textContent).toContain(shown)
    }
    const link = within(application).getByRole('link')
    expect(link.getAttribute('href')).toBe(
      '/applications/oidc/OIDC_WEB/018f0000-0000-7000-8000-000000000042',
    )
    const setting = screen.getByRole('row', { name: /1 hour.*10 minutes/ })
    expect(within(setting).getByRole('link').getAttribute('href')).toBe(
      '/settings/general/sessions',
    )
    await expectAccessible()
  })

  it('are none in a tenant that keeps the defaults', async () => {
    await show([])
    expect(await screen.findByText('No setting is weaker than the default')).toBeDefined()
  })

  it('have a label each', () => {
    const ofFamilies = weakerFamilies.flatMap(({ name: family, fields }) =>
      Object.keys(fields).map((field) => ({ kind: 'SETTINGS' as const, family, field })),
    )
    const ofObjects = Object.entries(weakerObjects).flatMap(([kind, { fields }]) =>
      Object.keys(fields).map((field) => ({ name: `${kind}.${field}`, family: kind, field })),
    )
    const missing = [...ofFamilies, ...ofObjects].filter(
      ({ family, field }) => labelOf({ kind: 'SETTINGS', family, field }) === null,
    )
    expect(missing).toEqual([])
  })
})
