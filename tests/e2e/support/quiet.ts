import type { Page } from 'playwright-core'
import { rest } from './accessibility.ts'
import { openAnew } from './browser.ts'

const underWay = new WeakMap<Page, Set<unknown>>()

/** Counts what the page asks for, from now on. */
const requestsOf = (page: Page): Set<unknown> => {
  const known = underWay.get(page)
  if (known !== undefined) return known
  const requests = new Set<unknown>()
  underWay.set(page, requests)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  return requests
}

/** Until nothing has changed in the page for a twentieth of a second: whatever is due comes sooner. */
const settled = `new Promise((resolve) => {
  const done = () => { observer.disconnect(); resolve(null) }
  let timer = setTimeout(done, 50)
  const observer = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(done, 50) })
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
})`

/** Waits until the page asks for nothing and changes no more. */
const quiet = async (page: Page): Promise<void> => {
  const requests = requestsOf(page)
  do {
    await page.evaluate(settled)
  } while (requests.size > 0)
}

const markLeft = "document.querySelector('h1')?.setAttribute('data-left', '')"

interface Turn {
  /** The page stays, and another part of it is shown. */
  readonly isSameScreen?: boolean
}

/** Goes to another page of the console that is open, as its links do, and waits until it is there. */
export const turnTo = async (
  page: Page,
  link: string,
  { isSameScreen = false }: Turn = {},
): Promise<void> => {
  requestsOf(page)
  if (!isSameScreen) await page.evaluate(markLeft)
  await page.evaluate(`location.hash = ${JSON.stringify(link)}`)
  await page.locator('h1:not([data-left])').first().waitFor({ state: 'attached' })
  await quiet(page)
  await rest(page)
}

const pathIn = (hash: string): string => hash.replace(/\?.*$/, '')

/**
 * Opens an address of the console: as its links do where another page of it is open, else as the
 * browser does. What another person has changed within the last quarter of a minute is seen by
 * `openAnew` alone; so is the page of a second user while the first one's is open.
 */
export const goTo = async (page: Page, address: string): Promise<void> => {
  const { origin, pathname, hash } = new URL(address)
  const open = new URL(page.url())
  const isConsole = await page.getByRole('navigation', { name: 'Main menu' }).isVisible()
  if (!isConsole || open.origin !== origin || open.pathname !== pathname || open.hash === hash) {
    return openAnew(page, address)
  }
  await turnTo(page, hash, { isSameScreen: pathIn(hash) === pathIn(open.hash) })
}
