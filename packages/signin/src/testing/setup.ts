import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// Browsers have it, jsdom has not.
vi.stubGlobal('matchMedia', () => ({ matches: false }))

// Long enough for any machine: what is looked for appears, or the test fails.
configure({ asyncUtilTimeout: 15_000 })

afterEach(() => {
  cleanup()
  localStorage.clear()
  history.replaceState(null, '', '/')
})
