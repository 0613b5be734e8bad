import {
  managementPlatformFamily,
  readEffectivePlatform,
  readManagementPlatform,
  testManagementPlatform,
  updateManagementPlatform,
} from '@signet/contract/provider/management-platform'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { managementPlatformFeature } from './management-platform.screens.ts'

const kept = { ...managementPlatformFamily.defaults, secretsSet: [] }
const rights = { view: true, add: true, edit: true, remove: true }
const theme = buildTheme({ isSp: true })
const permissions = [{ entityType: 'SPMANAGEMENTPLATFORM' as const, ...rights }]
const session = buildConsoleSession({ theme, roles: [buildRole({ permissions })] })

describe('the management platform of a service provider', () => {
  it('says which one is inherited, is saved with its key, and called once', {
    meta: { covers: ['screen:ManagementPlatform'] },
  }, async () => {
    const asked = serve(
      answering(readManagementPlatform, () => kept),
      answering(readEffectivePlatform, () => ({
        providerName: 'Root',
        url: 'https://root.example/',
      })),
      answering(updateManagementPlatform, () => kept),
      answering(testManagementPlatform, () => ({ accepted: true, detail: null })),
    )
    const at = '/ManagementPlatform'
    const { container, user } = await showScreens(managementPlatformFeature, at, { session })
    expect(await screen.findByText(/In use: https:\/\/root\.example\/, from Root\./)).toBeDefined()
    await user.click(await screen.findByLabelText('Enabled'))
    await user.type(screen.getByRole('textbox', { name: /^URL/ }), 'https://own.example/')
    await user.type(screen.getByLabelText(/^API key/), 'secret')
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const saved = () => asked.find(({ endpoint }) => endpoint === updateManagementPlatform)
    await waitFor(() => expect(saved()).toBeDefined())
    expect(saved()?.body).toMatchObject({
      enabled: true,
      url: 'https://own.example/',
      secrets: { apiKey: 'secret' },
    })
    await user.click(screen.getByRole('button', { name: 'Call the service' }))
    expect(await screen.findByText('Accepted')).toBeDefined()
  })
})
