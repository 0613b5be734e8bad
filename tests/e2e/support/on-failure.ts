import type { Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { openPages } from './browser.ts'

const parts = 'main, [role=dialog], [role=alertdialog], [role=status]'
const longest = 1500

/** What a person sees there; a page that answers no more says why. */
const textOf = async (page: Page): Promise<string> => {
  try {
    const texts = await page.locator(parts).allInnerTexts()
    const text = texts.length > 0 ? texts.join('\n') : await page.locator('body').innerText()
    return text.slice(0, longest)
  } catch (error) {
    return String(error)
  }
}

// A failure says what it waited for; this says what was there instead.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  const pages: string[] = []
  for (const page of await openPages()) {
    const shown = await textOf(page)
    pages.push(`${page.url()} showed ${shown.replaceAll(/\s+/g, ' ')}`)
    process.stderr.write(`When ${task.name} failed, ${page.url()} showed:\n${shown}\n\n`)
  }
  task.meta.pages = pages
})
