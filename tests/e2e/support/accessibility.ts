import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { isDrawn } from '../../../scripts/test/scope.ts'
import { arePicturesTaken, picture, picturesOfLongTexts } from './pictures.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Finding {
  readonly id: string
  readonly help: string
  readonly nodes: readonly string[]
}

const still = `(async () => {
  const moving = () => document.getAnimations().filter(({ effect, playState }) =>
    playState === 'running' && Number.isFinite(effect.getComputedTiming().endTime))
  // A page that is not in front draws no frames.
  const frame = () => new Promise((done) => {
    requestAnimationFrame(done)
    setTimeout(done, 100)
  })
  do {
    await Promise.allSettled(moving().map(({ finished }) => finished))
    // What has its colour from what moved begins to move with the next frame.
    await frame()
    await frame()
  } while (moving().length > 0)
  return null
})()`

const onTheWay = '[aria-busy="true"], .MuiSkeleton-root'

/** Waits until all is there and nothing moves: a colour half way to another is nobody's choice. */
export const rest = async (page: Page): Promise<void> => {
  await page.locator(onTheWay).first().waitFor({ state: 'detached' })
  await page.evaluate(still)
}

/** WCAG 2.2 A and AA, and what axe holds for best practice. */
const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What may differ once only colours have changed. */
const colours = ['color-contrast', 'link-in-text-block']

/** What axe finds on the page once it has come to rest. */
export const findings = async (
  page: Page,
  rules: readonly string[] = everything,
): Promise<Finding[]> => {
  await rest(page)
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(source)
  return page.evaluate(async (runOnly) => {
    const { axe } = Object.assign({ axe: null }, globalThis)
    const run = Reflect.get(Object(axe), 'run')
    const { violations } = await run(Reflect.get(globalThis, 'document'), {
      runOnly,
      resultTypes: ['violations'],
    })
    return violations.map((violation: { id: string; help: string; nodes: { html: string }[] }) => ({
      id: violation.id,
      help: violation.help,
      nodes: violation.nodes.map(({ html }) => html.slice(0, 200)),
    }))
  }, rules)
}

const wear = async (page: Page, scheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme: scheme })
  await page.evaluate(`document.documentElement.dataset.scheme = '${scheme}'`)
}

const wide = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

const overflow = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth > clientWidth ? scrollWidth : 0
})()`

const darkFindings = async (page: Page, place: string): Promise<Finding[]> => {
  await wear(page, 'dark')
  const found = await findings(page, colours)
  await picture(page, place, 'dark')
  await wear(page, 'light')
  return found
}

const phoneWidth = async (page: Page, place: string): Promise<number> => {
  await page.setViewportSize(phone)
  await rest(page)
  const width = Number(await page.evaluate(overflow))
  await picture(page, place, 'phone')
  await page.setViewportSize(wide)
  return width
}

/**
 * What is wrong with a page: in light, on a phone, and for one page in eight in dark, whose colours
 * `palette.test.ts` checks as such. Empty when nothing is.
 */
export const faultsSeen = async (page: Page, place: string): Promise<string[]> => {
  const told = (scheme: string) => (finding: Finding) =>
    `${place} (${scheme}): ${finding.help} [${finding.id}]\n  ${finding.nodes.join('\n  ')}`
  const inLight = await findings(page)
  await picture(page, place, 'light')
  await picturesOfLongTexts(page, place)
  const isDarkToo = arePicturesTaken || isDrawn(`dark ${place}`)
  const inDark = isDarkToo ? await darkFindings(page, place) : []
  const width = await phoneWidth(page, place)
  return [
    ...inLight.map(told('light')),
    ...inDark.map(told('dark')),
    ...(width === 0 ? [] : [`${place}: ${width} px wide on a phone of ${phone.width} px`]),
  ]
}
