import type { Page } from 'playwright-core'
import { inMenu } from '../support/sign-in.ts'
import { readFiles } from './documents.ts'

/** The commands of the help page, block by block. */
export const firstCallBlocks = (): readonly string[] =>
  readFiles('packages/phrases/help/en/first-call.html').flatMap(({ text }) =>
    [...text.matchAll(/<pre><code>([^<]*)<\/code><\/pre>/g)].map(([, block = '']) =>
      block.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
    ),
  )

/** As the page has it: an application with a role, its secret, and its ID. */
export const addProgram = async (page: Page): Promise<{ id: string; secret: string }> => {
  await (await inMenu(page, 'Applications')).click()
  await page.getByRole('link', { name: 'Add application' }).click()
  await page.getByRole('link', { name: /^Administration API/ }).click()
  await page.getByLabel('Name').fill('First call')
  await page.getByLabel('Role').selectOption('Site Administrator')
  await page.getByRole('button', { name: 'Add application' }).click()
  const secret = page.getByRole('group', { name: 'Shared secret' }).locator('code')
  const shown = await secret.innerText()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  const copy = page.getByRole('button', { name: 'Copy application ID' })
  await copy.waitFor()
  const id = await page
    .locator('span:has(> button)')
    .filter({ has: copy })
    .locator('code')
    .innerText()
  return { id, secret: shown }
}

/** The first block with what the page says to enter in it. */
export const filledIn = (block: string, values: Readonly<Record<string, string>>): string =>
  block.replaceAll(/=([A-Z]+)$/gm, (_, name: string) => `='${values[name] ?? name}'`)
