import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAnew, type Visitor } from '../support/browser.ts'
import { openDemonstration, type Scene } from '../support/scene.ts'
import { visitAs } from '../support/walk.ts'

let scene: Scene
let visitor: Visitor

beforeAll(async () => {
  scene = await openDemonstration()
  visitor = await visitAs(scene, 'ada')
  await openAnew(visitor.page, `${scene.service.url}/#/reports/archives`)
})
afterAll(() => scene?.close())

const choose = async (name: string): Promise<void> => {
  await visitor.page.getByRole('button', { name: /^Actions for/ }).click()
  await visitor.page.getByRole('menuitem', { name }).click()
}

describe('an archive of the audit log', () => {
  it('is downloaded as it was written', async () => {
    const { page } = visitor
    const digest = await page.locator('code[title]').getAttribute('title')
    const [download] = await Promise.all([page.waitForEvent('download'), choose('Download')])
    const file = await readFile(await download.path())
    expect(download.suggestedFilename()).toMatch(/^audit-\d{4}-\d{2}\.jsonl\.gz$/)
    expect(createHash('sha256').update(file).digest('hex')).toBe(digest)
    const lines = gunzipSync(file).toString('utf8').trimEnd().split('\n')
    expect([lines.at(0), lines.at(-1)]).toEqual([
      expect.stringContaining('"type":"key"'),
      expect.stringContaining('"type":"end"'),
    ])
  })

  it('is read while it is open, and closed', async () => {
    const { page } = visitor
    await page.getByRole('link', { name: /^Open until/ }).click()
    await page.getByRole('heading', { level: 1, name: /^Entries of/ }).waitFor()
    await page.getByRole('row').nth(1).click()
    await page.getByRole('dialog').waitFor()
    await openAnew(page, `${scene.service.url}/#/reports/archives`)
    await choose('Close')
    await page.getByRole('link', { name: /^Open until/ }).waitFor({ state: 'detached' })
    expect(visitor.faults).toEqual([])
  })
})
