import { cleanup, configure } from '@testing-library/react'
import { options } from 'preact'
import { afterEach, beforeEach, vi } from 'vitest'
import { renewStand } from './open-page.tsx'
import { unplugPasskeys } from './passkeys.ts'

// Browsers have it, jsdom has not.
vi.stubGlobal('matchMedia', () => ({ matches: false }))

// By itself Preact waits for a frame, and looks for the window when a test and its window are gone.
options.requestAnimationFrame = (callback) => setTimeout(callback)

// Long enough for any machine: what is looked for appears, or the test fails.
configure({ asyncUtilTimeout: 60_000 })

beforeEach(renewStand)

afterEach(() => {
  cleanup()
  unplugPasskeys()
  localStorage.clear()
  history.replaceState(null, '', '/')
})
