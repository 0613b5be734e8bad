import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'

export interface GridCard {
  readonly serial: string
  /** What is printed in the cells, by their names: `A1`. */
  readonly cells: ReadonlyMap<string, string>
}

const columns = 'ABCDEFGHIJKL'

/** A row of a printed card: its number, then as many cells as there are columns. */
const row = /^[ \t]*(\d{1,2})((?:[ \t]+[A-Z0-9]{2}){4,12})[ \t]*$/gm

const cellsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(row)].flatMap(([, number, cells = '']) =>
      cells
        .trim()
        .split(/\s+/)
        .map((cell, column) => [`${columns[column]}${number}`, cell] as const),
    ),
  )

/** Prints the card whose dialog is open, and reads the document as its owner would. */
export const printCard = async (page: Page): Promise<GridCard> => {
  const dialog = page.getByRole('alertdialog', { name: /^Serial number/ })
  const serial = /\d+/.exec(await dialog.getByRole('heading').innerText())?.[0] ?? ''
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Print' }).click()
  const path = await (await download).path()
  const { stdout } = await promisify(execFile)('pdftotext', ['-layout', path, '-'])
  if (!stdout.includes(serial)) throw new Error('the document is of another card')
  return { serial, cells: cellsOf(stdout) }
}

/** On the sign-in page: reads the cells that are asked off the card. */
export const giveCells = async (page: Page, { cells }: GridCard): Promise<void> => {
  await page.getByRole('heading', { name: 'Read your grid card' }).waitFor()
  const names = page.locator('ol.cells [aria-hidden]')
  await names.first().waitFor()
  const asked = (await names.allInnerTexts()).map((name) => cells.get(name) ?? '?')
  await page.getByLabel('Contents of the cells').fill(asked.join(''))
  await page.keyboard.press('Enter')
}
