import { readExternalCredentialSettings } from '@signet/contract/settings/externalcredentials'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { externalFeature } from './external.screens.ts'

const unset = answering(readExternalCredentialSettings, () => ({ connector: null }))

describe('external authenticators', () => {
  it('are listed by kind and lead to who judges them', {
    meta: { covers: ['screen:settings/external', 'screen:settings/external/{id}'] },
  }, async () => {
    serve(unset)
    const { container, user } = await showScreens(externalFeature, '/settings/external')
    expect(await screen.findByText('Not set up')).toBeDefined()
    await expectAccessible(container)
    await user.click(screen.getByRole('link', { name: 'Settings' }))
    expect(await screen.findByRole('heading', { level: 1 })).toHaveProperty(
      'textContent',
      'One-time passwords',
    )
  })
})
