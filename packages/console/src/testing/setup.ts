import { namespaces } from '@signet/rules/locales'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll, vi } from 'vitest'
import { banners } from '../lib/banners.ts'
import { failures } from '../lib/failures.ts'
import { changeLocale, loadTexts } from '../lib/i18n.ts'
import { messages } from '../lib/messages.ts'
import { configureValidation } from '../lib/validation-texts.ts'

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

// A machine with other work takes longer to load the texts of a screen.
configure({ asyncUtilTimeout: 5000 })

beforeAll(async () => {
  addLayout()
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

afterEach(async () => {
  cleanup()
  await changeLocale('en')
  localStorage.clear()
  sessionStorage.clear()
  messages.set([])
  banners.set([])
  failures.set([])
})
