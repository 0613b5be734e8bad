import type { Page } from 'playwright-core'
import { rest } from './accessibility.ts'
import { openAnew } from './browser.ts'

interface Traffic {
  readonly underWay: Set<unknown>
  ended: number
}

const traffic = new WeakMap<Page, Traffic>()

/** Counts what the page asks for, from now on. */
const trafficOf = (page: Page): Traffic => {
  const known = traffic.get(page)
  if (known !== undefined) return known
  const counted: Traffic = { underWay: new Set(), ended: 0 }
  traffic.set(page, counted)
  const end = (request: unknown): void => {
    if (counted.underWay.delete(request)) counted.ended += 1
  }
  page.on('request', (request) => counted.underWay.add(request))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return counted
}

/** Until nothing has changed in the page for a twentieth of a second: whatever is due comes sooner. */
const settled = `new Promise((resolve) => {
  const done = () => { observer.disconnect(); resolve(null) }
  let timer = setTimeout(done, 50)
  const observer = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(done, 50) })
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
})`

/**
 * Waits until the page asks for nothing and changes no more. An answer that came in the meantime may
 * not be drawn yet.
 */
const quiet = async (page: Page): Promise<void> => {
  const counted = trafficOf(page)
  let ended: number
  do {
    ended = counted.ended
    await page.evaluate(settled)
  } while (counted.underWay.size > 0 || counted.ended > ended)
}

/** Opens an address as a page of its own, and waits until all of it is there. */
export const openWhole = async (page: Page, address: string): Promise<void> => {
  trafficOf(page)
  await openAnew(page, address)
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await quiet(page)
  await rest(page)
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
  trafficOf(page)
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
