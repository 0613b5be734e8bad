import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAuthenticator } from '../support/browser.ts'
import { startPhone } from '../support/phone.ts'
import { picture } from '../support/pictures.ts'
import { openScene, type Scene } from '../support/scene.ts'
import { givePassword } from '../support/sign-in.ts'
import { confirm, expectArrival, fromMenu, press, startWalk, type Walk } from '../support/walk.ts'

/* What administrators give, switch off and take away, beside what the other journeys walk. */

let scene: Scene
let walk: Walk
beforeAll(async () => {
  scene = await openScene({ demo: true })
  walk = await startWalk(scene)
})
afterAll(() => scene?.close())

const answered = (page: Page): Promise<void> =>
  page.getByRole('alertdialog').waitFor({ state: 'detached' })

const deed = async (page: Page, what: string, action: string): Promise<void> => {
  await fromMenu(page, what, action)
  await confirm(page, action)
  await answered(page)
}

describe('the Signet Authenticator', () => {
  const userId = 'yuki.andersson'

  /** Makes one, has its link mailed and typed into a phone; the code comes back by word of mouth. */
  const give = async (ways: Page, former = '') => {
    await press(ways, 'Add app')
    await ways.getByRole('alertdialog').getByLabel('Label').fill('Work phone')
    await confirm(ways, 'Add app')
    const dialog = ways.getByRole('dialog', { name: /^Activate/ })
    await dialog.getByRole('img', { name: 'QR code for the app' }).waitFor()
    const serial = (await dialog.getByRole('heading').innerText()).replace('Activate ', '')
    await dialog.getByRole('button', { name: 'Send link by email' }).click()
    const link = await walk.mailed(userId, /https?:[^\s"\\<>]+claim=[\w-]+/, former)
    const phone = await startPhone(scene.browser)
    const code = await phone.takeOver(link.replaceAll('&amp;', '&'))
    await dialog.getByLabel('Code that the app shows').fill(code)
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await phone.isConfirmed()
    return { phone, serial, link }
  }

  it('is given by a mailed link, switched off and on again, removed, and given anew', async () => {
    const { page, whoever, knock } = await walk.meet(userId)
    const ways = await walk.waysOf(userId)
    const { phone, serial, link } = await give(ways)
    await givePassword(page, whoever)
    await phone.approve(page)
    await expectArrival(page)
    await deed(ways, serial, 'Switch off')
    await picture(ways, 'authenticators of somebody', 'light')
    await knock()
    await expectArrival(page)
    await fromMenu(ways, serial, 'Switch on')
    await ways.getByText('Off', { exact: true }).waitFor({ state: 'detached' })
    await knock()
    await phone.approve(page)
    await expectArrival(page)
    await deed(ways, serial, 'Remove')
    await ways.getByText('No authenticator app.').waitFor()
    await knock()
    await expectArrival(page)
    const { phone: another } = await give(ways, link)
    await knock()
    await another.approve(page)
    await expectArrival(page)
    expect([...phone.visitor.faults, ...another.visitor.faults]).toEqual([])
  }, 300_000)
})

describe('a hardware token', () => {
  it('is assigned from the stock, and taken back into it', async () => {
    const ways = await walk.waysOf('oskar.andersson')
    await press(ways, 'Assign token')
    const dialog = ways.getByRole('alertdialog')
    await dialog.getByRole('combobox', { name: 'Serial number' }).fill('HW-2000')
    await ways.getByRole('option', { name: 'HW-200003' }).click()
    await dialog.getByRole('button', { name: 'Assign token' }).click()
    await answered(ways)
    const section = ways.getByRole('region', { name: 'Hardware tokens' })
    await section.getByText('HW-200003').first().waitFor()
    await deed(ways, 'HW-200003', 'Take back')
    await section.getByText('No hardware token.').waitFor()
    expect(await section.getByText('HW-200003').count()).toBe(0)
  }, 300_000)
})

describe('grid cards', () => {
  it('are made in a batch, to be handed out', async () => {
    const { page } = walk.administrator
    await walk.open(page, '/#/grids/unassigned')
    const cards = page.getByRole('row')
    await cards.nth(1).waitFor()
    const before = await cards.count()
    await press(page, 'Make cards')
    await page.getByRole('alertdialog').getByLabel('How many').fill('3')
    await confirm(page, 'Make cards')
    await page.getByText('3 cards made').first().waitFor()
    await expect.poll(() => cards.count()).toBe(before + 3)
  }, 300_000)
})

describe('a passkey', () => {
  it('that is switched off signs nobody in until it is switched on again', async () => {
    const userId = 'leila.andersson'
    const { visitor, page, whoever } = await walk.meet(userId)
    await addAuthenticator(visitor)
    await givePassword(page, whoever)
    await expectArrival(page)
    await walk.open(page, '/#/myprofile/authenticators/passkey')
    await page.getByLabel('Name').fill('This laptop')
    await press(page, 'Create passkey')
    await page.getByText('This laptop').first().waitFor()
    const ways = await walk.waysOf(userId)
    await deed(ways, 'This laptop', 'Switch off')
    await walk.leave(page)
    await press(page, 'Sign in with a passkey')
    await page.getByRole('alert').first().waitFor()
    expect(await page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0)
    await fromMenu(ways, 'This laptop', 'Switch on')
    await ways.getByText('Off', { exact: true }).waitFor({ state: 'detached' })
    await press(page, 'Sign in with a passkey')
    await expectArrival(page)
  }, 300_000)
})

describe('what somebody else brings along', () => {
  it('is asked otherwise, and removed', async () => {
    const ways = await walk.waysOf('amelia.andersson')
    await deed(ways, 'Security questions', 'Ask others')
    await ways.getByText(/is asked others next time/).waitFor()
    const phones = ways.getByRole('region', { name: 'Phones with company email' })
    await picture(ways, 'devices of somebody', 'light')
    await deed(ways, 'Amelia’s phone', 'Remove')
    await phones.getByText('Amelia’s phone').waitFor({ state: 'detached' })
    expect(await phones.getByText('SM-X210').count()).toBe(1)
  }, 300_000)
})

it('left no fault in any page', () => {
  expect(walk.faults()).toEqual([])
})
