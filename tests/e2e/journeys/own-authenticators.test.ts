import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demonstrationPerson, mailTo } from '../support/demonstration.ts'
import { startPhone } from '../support/phone.ts'
import { picture } from '../support/pictures.ts'
import { openScene, type Scene } from '../support/scene.ts'
import { chooseWay, givePassword } from '../support/sign-in.ts'
import { confirm, expectArrival, fromMenu, press, startWalk, type Walk } from '../support/walk.ts'

/* What people lose, replace and remove by themselves, beside what the other journeys walk. */

let scene: Scene
let walk: Walk
beforeAll(async () => {
  scene = await openScene({ demo: true })
  walk = await startWalk(scene)
})
afterAll(() => scene?.close())

const answered = (page: Page): Promise<void> =>
  page.getByRole('alertdialog').waitFor({ state: 'detached' })

describe('the Signet Authenticator', () => {
  const link = async (page: Page): Promise<string> => {
    await walk.open(page, '/#/myprofile/authenticators/signet')
    const open = page.getByRole('link', { name: 'Open on this device' })
    await open.waitFor()
    return (await open.getAttribute('href')) ?? ''
  }

  const setUp = async (page: Page, phone: Awaited<ReturnType<typeof startPhone>>) => {
    const code = await phone.takeOver(await link(page))
    await picture(page, 'own Signet Authenticator', 'light')
    await page.getByLabel('Code', { exact: true }).fill(code)
    await press(page, 'Confirm')
    await page.getByRole('heading', { level: 1, name: 'Sign-in methods' }).waitFor()
    await phone.isConfirmed()
    return code
  }

  const remove = async (page: Page): Promise<void> => {
    await walk.ownWays(page)
    const apps = page.getByRole('region', { name: 'Authenticator apps' })
    await apps.getByRole('button', { name: /^Actions for Signet Authenticator/ }).click()
    await page.getByRole('menuitem', { name: 'Remove', exact: true }).click()
    await confirm(page, 'Remove')
    await page.getByText('You have no authenticator app.').waitFor()
  }

  it('is set up in the portal, says that it was somebody else, is replaced and removed', async () => {
    const { page, whoever, knock } = await walk.meet('mateo.andersson')
    await givePassword(page, whoever)
    await expectArrival(page)
    const phone = await startPhone(scene.browser)
    const used = await setUp(page, phone)
    await knock()
    await phone.approve(page)
    await expectArrival(page)
    await knock()
    await phone.tellThatItWasNotMe()
    await page.getByRole('alert').first().waitFor()
    expect(await page.getByText('enter this number there').count()).toBe(0)
    await picture(page, 'a request that was not theirs', 'light')
    expect(await page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0)
    // For ten minutes nobody is asked again; the codes of the app go on.
    await knock()
    const digits = page.getByLabel('Six-digit code')
    await digits.or(page.getByRole('heading', { name: 'Answer in your app' })).waitFor()
    if (!(await digits.isVisible())) await chooseWay(page, /authenticator app/i)
    await digits.fill(await phone.codeAfter(used))
    await expectArrival(page)
    await remove(page)
    const another = await startPhone(scene.browser)
    await setUp(page, another)
    await remove(page)
    await knock()
    await expectArrival(page)
    expect([...phone.visitor.faults, ...another.visitor.faults]).toEqual([])
  }, 300_000)
})

describe('the own address', () => {
  const codeIn = async (address: string): Promise<string> =>
    /\b\d{8}\b/.exec(await mailTo(scene.service.url, address, /\b\d{8}\b/))?.[0] ?? ''

  const enterCode = async (page: Page, address: string): Promise<void> => {
    const dialog = page.getByRole('alertdialog', { name: 'Enter the code' })
    await dialog.waitFor()
    await expect.poll(() => codeIn(address)).not.toBe('')
    await dialog.getByLabel('Code').fill(await codeIn(address))
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await answered(page)
  }

  it('is proven, changed, and gets the codes from then on', async () => {
    const { page, whoever } = await walk.meet('freya.andersson')
    await givePassword(page, whoever)
    await expectArrival(page)
    await walk.open(page, '/#/myprofile')
    const section = page.getByRole('region', { name: 'Email' })
    await section.waitFor()
    const next = 'freya.elsewhere@acme.example'
    await section.getByRole('button', { name: 'Change address' }).click()
    await page.getByLabel('New email address').fill(next)
    await confirm(page, 'Send code')
    await enterCode(page, next)
    await section.getByText(next).waitFor()
    await section.getByText('Confirmed', { exact: true }).waitFor()
    await walk.leave(page)
    const former = await codeIn(next)
    await walk.open(page, `/#/reset/${whoever.userId}`)
    await press(page, 'Continue')
    await expect.poll(async () => (await codeIn(next)) !== former).toBe(true)
    await page.getByLabel('Code', { exact: true }).fill(await codeIn(next))
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  }, 300_000)
})

describe('security questions', () => {
  const ownQuestion = 'A question of your own'
  const first = 'What was the name of your first teacher?'

  it('are answered anew', async () => {
    const { page, whoever } = await walk.meet('oskar.andersson')
    await givePassword(page, whoever)
    await expectArrival(page)
    const answer = async (questions: readonly string[]): Promise<void> => {
      await walk.ownWays(page)
      await press(page, 'Answer questions')
      const dialog = page.getByRole('alertdialog', { name: 'Security questions' })
      for (const [at, question] of questions.entries()) {
        await dialog.getByLabel(`Question ${at + 1}`).selectOption({ label: question })
        if (question === ownQuestion) {
          await dialog.getByRole('textbox', { name: ownQuestion }).fill('Whose boat was it?')
        }
        await dialog.getByLabel(`Answer ${at + 1}`).fill(`Of ${'mnopqr'.repeat(at + 1)}`)
      }
      await confirm(page, 'Save')
      await dialog.waitFor({ state: 'detached' })
    }
    const others = [
      'In which street did you learn to ride a bicycle?',
      'What did you want to become as a child?',
    ]
    await answer([first, ...others])
    const section = page.getByRole('region', { name: 'Security questions' })
    await section.getByText(first).waitFor()
    await answer([...others, ownQuestion])
    await section.getByText('Whose boat was it?').waitFor()
    expect(await section.getByText(first).count()).toBe(0)
  }, 300_000)
})

describe('devices', () => {
  const amelia = demonstrationPerson('amelia.andersson')

  it('are removed by their owner', async () => {
    const { page } = await walk.meet(amelia.userId)
    await givePassword(page, amelia)
    await page.getByLabel('Six-digit code').fill(await amelia.app.code())
    await expectArrival(page)
    await walk.open(page, '/#/myprofile/devices')
    const phones = page.getByRole('region', { name: 'Phones with company email' })
    const name = 'Amelia’s phone'
    await phones.getByText(name).waitFor()
    await picture(page, 'own devices', 'light')
    await fromMenu(page, name, 'Remove')
    await confirm(page, 'Remove')
    await phones.getByText(name).waitFor({ state: 'detached' })
    const desktops = page.getByRole('region', { name: 'Desktops' })
    await desktops.getByRole('button', { name: 'Remove' }).click()
    await confirm(page, 'Remove')
    await page.getByText('ACME-LT-0417').first().waitFor({ state: 'detached' })
  }, 300_000)

  const spareTheSecondFactor = async (): Promise<void> => {
    const { page } = walk.administrator
    await walk.open(page, '/#/settings/devices')
    await page.getByLabel('A remembered browser spares the second factor').check()
    await press(page, 'Save')
    await page.getByText('Saved').first().waitFor()
  }

  it('spare the second factor once remembered; a copy of one spares nothing', async () => {
    await spareTheSecondFactor()
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
  }, 300_000)
})

it('left no fault in any page', () => {
  expect(walk.faults()).toEqual([])
})
