import { spawnSync } from 'node:child_process'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, newVisitor } from '../support/browser.ts'
import { type Database, freshDatabase } from '../support/database.ts'
import { demonstrationPerson } from '../support/demonstration.ts'
import { timeCode } from '../support/oath.ts'
import { type Service, startService, temporaryFolder } from '../support/service.ts'
import { givePassword } from '../support/sign-in.ts'
import { expectArrival } from '../support/walk.ts'

/** Debian's faketime: the service sees another day, its database and the people the present one. */
const isInstalled = spawnSync('faketime', ['--version']).status === 0
const canTell = isInstalled && process.env.SIGNET_TEST_DATABASE !== 'embedded'

const dayMillis = 86_400_000
const secret = 'ONUWO3TFOQWWIZLNN5XHG5DSMF2GS33O'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: Database | null
let service: Service | null = null
let browser: Browser

const start = async (daysOff: number): Promise<void> => {
  await service?.stop()
  service = null
  service = await startService({
    demo: true,
    dataDir: folder.path,
    ...(database === null ? {} : { databaseUrl: database.url }),
    ...(daysOff === 0 ? {} : { at: new Date(Date.now() + daysOff * dayMillis) }),
  })
}

beforeAll(async () => {
  if (!canTell) return
  folder = await temporaryFolder()
  database = await freshDatabase()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
  await database?.drop()
  await folder?.remove()
})

/** Somebody at the page that asks for the code of their token. */
const halfway = async (): Promise<Page> => {
  const { page } = await newVisitor(browser)
  await page.goto(`${service?.url}/#/`)
  await givePassword(page, demonstrationPerson('amelia.andersson'))
  await page.getByLabel('Six-digit code').waitFor()
  return page
}

const give = async (code: string): Promise<'IN' | 'REFUSED'> => {
  const page = await halfway()
  await page.getByLabel('Six-digit code').fill(code)
  const refusal = page.getByRole('alert').first()
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await refusal.or(menu).first().waitFor()
  if (!(await menu.isVisible())) return 'REFUSED'
  await expectArrival(page)
  return 'IN'
}

const codeOn = (days: number): Promise<string> =>
  timeCode(secret, new Date(Date.now() + days * dayMillis))

describe.skipIf(!canTell)('a code that goes by the time', () => {
  it('is refused by a service whose clock is a day off, and none comes back when it is right again', async () => {
    // A password of tomorrow would prove nothing yesterday.
    await start(-3)
    await start(0)
    expect(await give(await codeOn(0))).toBe('IN')
    await start(-1)
    expect(await give(await codeOn(0))).toBe('REFUSED')
    // Of the day that the service sees, and yet earlier than what was taken: nothing is taken twice.
    expect(await give(await codeOn(-1))).toBe('REFUSED')
    await start(1)
    expect(await give(await codeOn(1))).toBe('IN')
  }, 400_000)
})
