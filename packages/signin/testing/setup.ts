import { cleanup, configure } from '@testing-library/react'
import { options } from 'preact'
import { afterEach, vi } from 'vitest'

// Browsers have it, jsdom has not.
vi.stubGlobal('matchMedia', () => ({ matches: false }))

// By itself Preact waits for a frame, and looks for the window when a test and its window are gone.
options.requestAnimationFrame = (callback) => setTimeout(callback)

// Long enough for any machine: what is looked for appears, or the test fails.
configure({ asyncUtilTimeout: 15_000 })

afterEach(() => {
  cleanup()
  localStorage.clear()
  history.replaceState(null, '', '/')
})
