import { namespaces } from '@signet/rules/locales'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { banners, noBanners } from '../src/lib/banners.ts'
import { failures } from '../src/lib/failures.ts'
import { changeLocale, loadTexts } from '../src/lib/i18n.ts'
import { lockoutAskers, lockoutQuestion } from '../src/lib/lockout.ts'
import { messages } from '../src/lib/messages.ts'
import { proofAskers, proofWanted } from '../src/lib/proof-wanted.ts'
import { connectCalls } from '../src/lib/transport.ts'
import { configureValidation } from '../src/lib/validation-texts.ts'
import { accountLocked } from '../src/session/endings.ts'
import { bundlesReadAgain } from '../src/session/session-context.tsx'
import { supportTab } from '../src/session/support-tab.ts'
import { pageDrawn } from '../src/shell/first-page.ts'
import { termsAcknowledged } from '../src/shell/terms-due.ts'
import { rememberComputedStyles } from './computed-styles.ts'

/** jsdom has no layout: everything is as large as a window. */
const size = { width: 1280, height: 800 }

const addLayout = (): void => {
  const box = { ...size, x: 0, y: 0, top: 0, left: 0, right: size.width, bottom: size.height }
  Element.prototype.getBoundingClientRect = () => ({ ...box, toJSON: () => box })
  for (const [name, value] of [
    ['offsetWidth', size.width],
    ['clientWidth', size.width],
    ['offsetHeight', size.height],
    ['clientHeight', size.height],
  ] as const) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value })
  }
  Element.prototype.scrollIntoView = () => undefined
  Element.prototype.scrollTo = () => undefined
}

class SizeObserver implements ResizeObserver {
  readonly #notify: ResizeObserverCallback
  constructor(notify: ResizeObserverCallback) {
    this.#notify = notify
  }
  observe(target: Element): void {
    const contentRect = target.getBoundingClientRect()
    const boxes = [{ inlineSize: size.width, blockSize: size.height }]
    const entry = {
      target,
      contentRect,
      borderBoxSize: boxes,
      contentBoxSize: boxes,
      devicePixelContentBoxSize: boxes,
    }
    queueMicrotask(() => this.#notify([entry], this))
  }
  unobserve(): void {}
  disconnect(): void {}
}

// Long enough for any machine: what is looked for appears, or the test fails.
configure({ asyncUtilTimeout: 60_000 })

beforeAll(async () => {
  addLayout()
  rememberComputedStyles()
  vi.stubGlobal('ResizeObserver', SizeObserver)
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: /min-width|hover: hover|pointer: fine/.test(media),
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  }))
  configureValidation()
  await changeLocale('en')
  // A render that is not awaited cannot wait for texts, either.
  await loadTexts(namespaces)
})

const emptyStores = (): void => {
  messages.set([])
  banners.set(noBanners)
  failures.set([])
  lockoutAskers.set(0)
  lockoutQuestion.set(null)
  proofAskers.set(0)
  proofWanted.set(null)
  accountLocked.set(false)
  bundlesReadAgain.set({})
  supportTab.set(null)
  termsAcknowledged.set(false)
  pageDrawn.set(false)
}

// A change that a test began may end after it, and say so in the time of the next one.
beforeEach(emptyStores)

afterEach(async () => {
  cleanup()
  await changeLocale('en')
  localStorage.clear()
  sessionStorage.clear()
  emptyStores()
})

// The files of a worker share their modules: the next one must not call the server of this one.
afterAll(() => {
  connectCalls({
    fetch: () => Promise.reject(new TypeError('This file has connected no server.')),
    readToken: () => {
      throw new Error('This file has connected no session.')
    },
    random: Math.random,
  })
})
