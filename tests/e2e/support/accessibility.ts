import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Finding {
  readonly id: string
  readonly help: string
  readonly nodes: readonly string[]
}

const rest = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
    .map(({ finished }) => finished),
).then(() => null)`

/**
 * What axe finds on the page once it has come to rest: a colour half way through a transition
 * is nobody's choice (WCAG 2.2 A and AA, best practice).
 */
export const findings = async (page: Page): Promise<Finding[]> => {
  await page.evaluate(rest)
  await page.evaluate(source)
  return page.evaluate(async () => {
    const { axe } = Object.assign({ axe: null }, globalThis)
    const run = Reflect.get(Object(axe), 'run')
    const { violations } = await run(Reflect.get(globalThis, 'document'), {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    })
    return violations.map((violation: { id: string; help: string; nodes: { html: string }[] }) => ({
      id: violation.id,
      help: violation.help,
      nodes: violation.nodes.map(({ html }) => html.slice(0, 200)),
    }))
  })
}
