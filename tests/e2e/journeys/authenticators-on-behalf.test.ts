import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveCells, printCard } from '../support/grid-card.ts'
import { openScene, type Scene } from '../support/scene.ts'
import { chooseWay, createAuthenticatorApp, givePassword } from '../support/sign-in.ts'
import { confirm, expectArrival, fromMenu, press, startWalk, type Walk } from '../support/walk.ts'

/* What administrators do with other people's authenticators, and people with their own. */

let scene: Scene
let walk: Walk

beforeAll(async () => {
  scene = await openScene({ demo: true })
  walk = await startWalk(scene)
})
afterAll(() => scene?.close())

const question = (page: Page) => page.getByRole('alertdialog')
const answered = (page: Page): Promise<void> => question(page).waitFor({ state: 'detached' })

describe('an authenticator app', () => {
  /** Reads the key that is shown once, as somebody without a camera does. */
  const keyIn = async (text: string): Promise<string> => {
    const found = /\b(?:[A-Z2-7]{4} ?){8,}\b/.exec(text)?.[0] ?? ''
    return found.replaceAll(' ', '')
  }

  it('is given by an administrator, switched off when it is lost, and replaced and removed by its owner', async () => {
    const userId = 'mateo.andersson'
    const { page, whoever, knock } = await walk.meet(userId)
    const ways = await walk.waysOf(userId)
    await press(ways, 'Add app')
    await question(ways).getByLabel('App').selectOption('Authenticator app')
    await confirm(ways, 'Add app')
    const activation = ways.getByRole('dialog', { name: /^Activate/ })
    await activation.getByRole('img', { name: 'QR code for the app' }).waitFor()
    const serial = (await activation.getByRole('heading').innerText()).replace('Activate ', '')
    const given = createAuthenticatorApp(await keyIn(await activation.innerText()))
    await activation.getByLabel('Code that the app shows').fill(await given.code())
    await activation.getByRole('button', { name: 'Confirm', exact: true }).click()
    await activation.waitFor({ state: 'detached' })
    await givePassword(page, whoever)
    await page.getByLabel('Six-digit code').fill(await given.code())
    await expectArrival(page)
    await fromMenu(ways, serial, 'Switch off')
    await confirm(ways, 'Switch off')
    await answered(ways)
    await knock()
    await expectArrival(page)
    await walk.open(page, '/#/myprofile/authenticators/app')
    await page.getByText('Enter the key by hand').click()
    const own = createAuthenticatorApp(await keyIn(await page.locator('details').innerText()))
    await page.getByLabel('Code', { exact: true }).fill(await own.code())
    await press(page, 'Confirm')
    await page.getByText('The authenticator app was added').first().waitFor()
    await knock()
    await page.getByLabel('Six-digit code').fill(await own.code())
    await expectArrival(page)
    await walk.ownWays(page)
    const apps = page.getByRole('region', { name: 'Authenticator apps' })
    const menus = apps.getByRole('button', { name: /^Actions for/ })
    await menus.first().waitFor()
    for (let left = await menus.count(); left > 0; left -= 1) {
      await menus.first().click()
      await page.getByRole('menuitem', { name: 'Remove', exact: true }).click()
      await confirm(page, 'Remove')
      await answered(page)
    }
    await page.getByText('You have no authenticator app.').waitFor()
    await knock()
    await expectArrival(page)
  }, 300_000)
})

describe('a password', () => {
  const next = 'Laterne-Moos-27-Segel'
  const own = 'Morgen-Kessel-58-Tau'
  const last = 'Birke-Anker-91-Flur'

  it('is set by an administrator, replaced by its owner, and taken away', async () => {
    const userId = 'freya.andersson'
    const { page, whoever } = await walk.meet(userId)
    const ways = await walk.waysOf(userId)
    await press(ways, 'Set password')
    await question(ways).getByLabel('New password').fill(next)
    await confirm(ways, 'Set password')
    await answered(ways)
    await givePassword(page, whoever)
    await page.getByRole('alert').first().waitFor()
    await page.getByLabel('Password', { exact: true }).fill(next)
    await press(page, 'Continue')
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
    await page.getByLabel('New password').fill(own)
    await press(page, 'Save password')
    await expectArrival(page)
    await walk.open(page, '/#/password')
    await page.getByLabel('Current password').fill(own)
    await page.getByRole('textbox', { name: 'New password' }).fill(last)
    await press(page, 'Change password')
    await page.getByText('Your password was changed').first().waitFor()
    const again = await walk.waysOf(userId)
    await fromMenu(again, 'Password', 'Remove password')
    await confirm(again, 'Remove')
    await answered(again)
    await walk.leave(page)
    await givePassword(page, { ...whoever, password: last })
    await page.getByRole('alert').first().waitFor()
    expect(await page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0)
  }, 300_000)
})

describe('recovery codes', () => {
  const make = async (page: Page): Promise<string[]> => {
    await walk.ownWays(page)
    await press(page, 'Make new codes')
    await confirm(page, 'Make new codes')
    const dialog = page.getByRole('dialog', { name: 'Recovery codes' })
    await dialog.getByRole('listitem').first().waitFor()
    const codes = await dialog.getByRole('listitem').allInnerTexts()
    await dialog.getByRole('button', { name: 'I have kept the codes' }).click()
    return codes
  }

  it('are made by their owner, used once, replaced, and removed by an administrator', async () => {
    const userId = 'noah.andersson'
    const { page, whoever, knock } = await walk.meet(userId)
    const ways = await walk.waysOf(userId)
    await press(ways, 'Make a code')
    await confirm(ways, 'Make a code')
    const shown = ways.getByRole('dialog', { name: 'Temporary access code' })
    const code = /[A-Z2-9]{4}(?:-[A-Z2-9]{4}){2}/.exec(await shown.innerText())?.[0] ?? ''
    await shown.getByRole('button', { name: 'Close', exact: true }).click()
    await givePassword(page, whoever)
    await page.getByRole('heading', { name: 'Enter the code from your app' }).waitFor()
    await chooseWay(page, /temporary access code/i)
    await page.getByLabel('Temporary access code').fill(code)
    await page.keyboard.press('Enter')
    await expectArrival(page)
    const [former = ''] = await make(page)
    const [first = '', second = ''] = await make(page)
    const recover = async (typed: string): Promise<void> => {
      await knock()
      await page.getByRole('heading', { name: 'Enter the code from your app' }).waitFor()
      await chooseWay(page, /recovery code/i)
      await page.getByLabel('Recovery code').fill(typed)
      await page.keyboard.press('Enter')
    }
    await recover(former)
    await page.getByRole('alert').first().waitFor()
    await recover(first)
    await expectArrival(page)
    await recover(first)
    await page.getByRole('alert').first().waitFor()
    const again = await walk.waysOf(userId)
    await press(again, 'Remove codes')
    await confirm(again, 'Remove')
    await answered(again)
    await knock()
    await page.getByRole('heading', { name: 'Enter the code from your app' }).waitFor()
    await press(page, 'Try another way')
    await page.getByRole('heading', { name: 'Choose another way' }).waitFor()
    expect(await page.getByRole('button', { name: /recovery code/i }).count()).toBe(0)
    expect(second).not.toBe('')
  }, 300_000)
})

describe('a grid card', () => {
  it('is made by an administrator, printed and used by its owner, switched off and removed for them', async () => {
    const userId = 'yuki.andersson'
    const { page, whoever, knock } = await walk.meet(userId)
    const ways = await walk.waysOf(userId)
    await press(ways, 'New card')
    await confirm(ways, 'New card')
    await answered(ways)
    const cards = ways.getByRole('region', { name: 'Grid cards' })
    const named = (
      await cards
        .getByText(/^Serial number/)
        .first()
        .innerText()
    ).match(/\d+/)
    const serial = named?.[0] ?? ''
    await walk.open(ways, '/#/grids')
    await fromMenu(ways, serial, 'Print')
    const card = await printCard(ways)
    await givePassword(page, whoever)
    await giveCells(page, card)
    await expectArrival(page)
    for (const action of ['Switch off', 'Remove'] as const) {
      const again = await walk.waysOf(userId)
      await fromMenu(again, serial, action)
      await confirm(again, action)
      await answered(again)
      await knock()
      await expectArrival(page)
    }
  }, 300_000)
})

describe('a remembered browser', () => {
  it('is remembered at a sign-in, and forgotten by its owner and by an administrator', async () => {
    const userId = 'leila.andersson'
    const { page, whoever } = await walk.meet(userId)
    const remember = async (): Promise<void> => {
      await page.getByLabel('User ID').fill(whoever.userId)
      await page.keyboard.press('Enter')
      await page.getByLabel('Remember this device').check()
      await page.getByLabel('Password', { exact: true }).fill(whoever.password)
      await page.keyboard.press('Enter')
      await expectArrival(page)
    }
    await remember()
    await walk.open(page, '/#/myprofile/devices')
    const own = page.getByRole('region', { name: 'Remembered browsers' })
    await own.getByRole('button', { name: 'Remove' }).first().click()
    await own.getByText('No browser is remembered.').waitFor()
    await walk.leave(page)
    await remember()
    const ways = await walk.waysOf(userId)
    const section = ways.getByRole('region', { name: 'Remembered browsers' })
    await section.getByRole('button', { name: 'Remove' }).first().click()
    await confirm(ways, 'Remove')
    await section.getByText('No browser is remembered.').waitFor()
    expect(await section.getByRole('button', { name: 'Remove' }).count()).toBe(0)
  }, 300_000)
})

describe('what somebody else brings along', () => {
  it('is removed by an administrator, each kind of it', async () => {
    const ways = await walk.waysOf('amelia.andersson')
    for (const [name, gone] of [
      ['Security questions', 'No questions answered'],
      // Without a service that judges it the section goes with it.
      ['External authenticator', null],
      ['Desktops', null],
    ] as const) {
      const section = ways.getByRole('region', { name, exact: true })
      await section.waitFor()
      const button = section.getByRole('button', { name: /^(?:Remove|Actions for .*)$/ }).first()
      await button.click()
      const item = ways.getByRole('menuitem', { name: 'Remove', exact: true })
      await item.or(question(ways)).first().waitFor()
      if (await item.isVisible()) await item.click()
      await confirm(ways, 'Remove')
      await answered(ways)
      if (gone === null) await section.waitFor({ state: 'detached' })
      else await section.getByText(gone).first().waitFor()
      expect(await section.getByRole('button', { name: /^Remove$/ }).count()).toBe(0)
    }
  }, 300_000)
})

it('left no fault in any page', () => {
  expect(walk.faults()).toEqual([])
})
