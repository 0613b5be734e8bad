import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demonstrationPerson } from '../support/demonstration.ts'
import { inFullRuns } from '../support/full-run.ts'
import { keyFile, pressCode } from '../support/oath.ts'
import { openDemonstration, openScene, type Scene } from '../support/scene.ts'
import { givePassword } from '../support/sign-in.ts'
import {
  confirm,
  expectArrival,
  fromMenu,
  hear,
  press,
  pressAndHear,
  startWalk,
  type Walk,
} from '../support/walk.ts'

describe('a hardware token', () => {
  let scene: Scene
  let walk: Walk
  beforeAll(async () => {
    scene = await openDemonstration()
    walk = await startWalk(scene)
  })
  afterAll(() => scene?.close())

  const serial = 'BUTTON-1'
  const secret = Buffer.from('a-secret-of-20-bytes')

  const importKeys = async (page: Page): Promise<void> => {
    await walk.open(page, '/#/tokens/unassigned')
    await press(page, 'Import tokens')
    const buffer = keyFile(new Map([[serial, secret]]))
    const file = { name: 'keys.xml', mimeType: 'application/xml', buffer }
    await page.locator('input[type=file]').setInputFiles(file)
    await confirm(page, 'Check file')
    await page.getByText('1 token can be imported.').waitFor()
    await confirm(page, 'Import')
    await hear(page, '1 token imported')
  }

  it('is imported, claimed by its holder, asked for at a sign-in, and switched off when it is lost', async () => {
    const desk = walk.administrator.page
    await importKeys(desk)
    const { page, knock } = await walk.enter('ravi.becker')
    await walk.ownWays(page)
    await press(page, 'Add token')
    const dialog = page.getByRole('alertdialog', { name: 'Add token' })
    await dialog.getByLabel('Serial number').fill(serial)
    await dialog.getByLabel('Code that the token shows now').fill(await pressCode(secret, 0))
    await confirm(page, 'Add token')
    await hear(page, 'The token was added')
    await knock()
    const digits = page.getByLabel('Six-digit code')
    await digits.fill(await pressCode(secret, 0))
    await page.getByRole('alert').first().waitFor()
    await digits.fill(await pressCode(secret, 1))
    await expectArrival(page)
    await walk.open(desk, '/#/tokens')
    await fromMenu(desk, serial, 'Switch off')
    await confirm(desk, 'Switch off')
    await desk.getByRole('alertdialog').waitFor({ state: 'detached' })
    await knock()
    await expectArrival(page)
    expect(walk.faults()).toEqual([])
  })
})

inFullRuns('a remembered browser', () => {
  const amelia = demonstrationPerson('amelia.andersson')
  let scene: Scene
  let walk: Walk
  beforeAll(async () => {
    scene = await openScene({ demo: true })
    walk = await startWalk(scene)
    const { page } = walk.administrator
    await walk.open(page, '/#/settings/devices')
    await page.getByLabel('A remembered browser spares the second factor').check()
    await pressAndHear(page, 'Save', 'Saved')
  })
  afterAll(() => scene?.close())

  it('spares the second factor; a copy of it spares nothing', async () => {
    const { page, visitor } = await walk.meet(amelia.userId)
    await page.getByLabel('User ID').fill(amelia.userId)
    await page.keyboard.press('Enter')
    await page.getByLabel('Remember this device').check()
    await page.getByLabel('Password', { exact: true }).fill(amelia.password)
    await page.keyboard.press('Enter')
    await page.getByLabel('Six-digit code').fill(await amelia.app.code())
    await expectArrival(page)
    await walk.leave(page)
    const stored = await visitor.context.storageState()
    await givePassword(page, amelia)
    await expectArrival(page)
    const thief = await scene.browser.newContext({ storageState: stored, locale: 'en-GB' })
    const copy = await thief.newPage()
    await copy.goto(scene.service.url)
    await givePassword(copy, amelia)
    await copy.getByLabel('Six-digit code').waitFor()
    expect(await copy.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0)
    await thief.close()
    expect(walk.faults()).toEqual([])
  })
})
