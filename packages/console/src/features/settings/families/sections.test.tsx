import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { serve } from '../../../../testing/answers.ts'
import { showScreens } from '../../../../testing/screens.tsx'
import { keyedTextNow } from '../../../lib/i18n.ts'
import { sections } from './sections.ts'
import { settingsFeature } from './settings.screens.ts'

const tabs = sections.flatMap(({ path, title }) => (title === undefined ? [] : [{ path, title }]))

describe('a tab that the palette leads to', () => {
  it.each(tabs)('is at $path', async ({ path, title }) => {
    serve()
    const { router } = await showScreens(settingsFeature, path)
    const name = keyedTextNow(title, {}) ?? ''
    const shown = [
      ...screen.queryAllByRole('tab', { name, selected: true }),
      ...screen.queryAllByRole('link', { name, current: 'page' }),
    ]
    expect(shown).toHaveLength(1)
    expect(router.state.location.pathname).toBe(path)
  })
})
