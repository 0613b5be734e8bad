import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAuthenticator } from '../support/browser.ts'
import { mailTo } from '../support/demonstration.ts'
import { giveCells, printCard } from '../support/grid-card.ts'
import { keyFile, pressCode, timeCode } from '../support/oath.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { openScene, type Scene } from '../support/scene.ts'
import { chooseWay, givePassword } from '../support/sign-in.ts'
import {
  confirm,
  expectArrival,
  fromMenu,
  mailbox,
  press,
  startWalk,
  type Walk,
  type Whoever,
} from '../support/walk.ts'

let scene: Scene
let carrier: Receiver
let walk: Walk

beforeAll(async () => {
  carrier = await startReceiver()
  const environment = { SIGNET_OUTBOUND_ALLOW: `http=127.0.0.1:${carrier.port}` }
  scene = await openScene({ demo: true, environment })
  scene.onClose(() => carrier.close())
  walk = await startWalk(scene)
})
afterAll(() => scene?.close())

describe('a grid card', () => {
  it('is made and printed by its owner, read for a sign-in, cancelled, replaced and removed', async () => {
    const { page, whoever, knock } = await walk.meet('mateo.andersson')
    await givePassword(page, whoever)
    await expectArrival(page)
    await walk.ownWays(page)
    await press(page, 'New card')
    const card = await printCard(page)
    expect(card.cells.size).toBe(80)
    await knock()
    await giveCells(page, card)
    await expectArrival(page)
    await walk.open(walk.administrator.page, '/#/grids')
    await fromMenu(walk.administrator.page, card.serial, 'Cancel for good')
    await confirm(walk.administrator.page, 'Cancel for good')
    await walk.administrator.page.getByText('Saved').first().waitFor()
    await knock()
    await expectArrival(page)
    await walk.ownWays(page)
    await press(page, 'New card')
    const another = await printCard(page)
    await knock()
    await giveCells(page, another)
    await expectArrival(page)
    await walk.ownWays(page)
    await fromMenu(page, another.serial, 'Remove')
    await confirm(page, 'Remove')
    await page.getByText(another.serial).first().waitFor({ state: 'detached' })
    await knock()
    await expectArrival(page)
  })
})

describe('questions', () => {
  const answers: Readonly<Record<string, string>> = {
    'What was the name of your first teacher?': 'Mr Abernathy',
    'In which street did you learn to ride a bicycle?': 'Canal Lane',
    'What did you want to become as a child?': 'Astronaut',
  }

  const forget = async (page: Page, { userId }: Whoever): Promise<void> => {
    const code = /\b\d{8}\b/
    const former = code.exec(await mailTo(scene.service.url, mailbox(userId), code))?.[0]
    await walk.open(page, `/#/reset/${userId}`)
    await press(page, 'Continue')
    // A whole code is sent by itself.
    await page.getByLabel('Code', { exact: true }).fill(await walk.mailed(userId, code, former))
  }

  it('are answered by whoever forgot their password, and are asked no more once they are removed', async () => {
    const { page, whoever } = await walk.meet('freya.andersson')
    await givePassword(page, whoever)
    await expectArrival(page)
    await walk.ownWays(page)
    await press(page, 'Answer questions')
    const dialog = page.getByRole('alertdialog', { name: 'Security questions' })
    for (const [at, [question, answer]] of Object.entries(answers).entries()) {
      await dialog.getByLabel(`Question ${at + 1}`).selectOption({ label: question })
      await dialog.getByLabel(`Answer ${at + 1}`).fill(answer)
    }
    await confirm(page, 'Save')
    await dialog.waitFor({ state: 'detached' })
    await walk.leave(page)
    await forget(page, whoever)
    await page.getByRole('heading', { name: 'Answer your security questions' }).waitFor()
    const asked = async (): Promise<string[]> =>
      (await page.locator('form label').allInnerTexts()).filter((label) => label in answers)
    // The heading is there before the questions are.
    await expect.poll(async () => (await asked()).length).toBe(2)
    const own = await asked()
    for (const question of own) await page.getByLabel(question).fill('Something else')
    await press(page, 'Confirm')
    await page.getByRole('alert').first().waitFor()
    for (const question of own) await page.getByLabel(question).fill(answers[question] ?? '')
    await press(page, 'Confirm')
    await page.getByLabel('New password').fill('Laterne-Moos-27-Segel')
    await press(page, 'Save password')
    await page.getByRole('heading', { name: 'Your password is changed' }).waitFor()
    await walk.open(page, '/#/')
    await givePassword(page, { ...whoever, password: 'Laterne-Moos-27-Segel' })
    await expectArrival(page)
    await walk.ownWays(page)
    const section = page.getByRole('region', { name: 'Security questions' })
    await section.getByRole('button', { name: 'Remove' }).click()
    await confirm(page, 'Remove')
    await page.getByText('You have not answered any questions.').waitFor()
    await walk.leave(page)
    await forget(page, whoever)
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  })
})

describe('a hardware token', () => {
  const keys = new Map([
    ['BUTTON-1', Buffer.from('a-secret-of-20-bytes')],
    ['BUTTON-2', Buffer.from('another-of-20-bytes!')],
  ])
  const pressed = (serial: string, presses: number): Promise<string> =>
    pressCode(keys.get(serial) ?? Buffer.alloc(0), presses)

  const importKeys = async (page: Page): Promise<void> => {
    await walk.open(page, '/#/tokens/unassigned')
    await press(page, 'Import tokens')
    const buffer = keyFile(keys)
    const file = { name: 'keys.xml', mimeType: 'application/xml', buffer }
    await page.locator('input[type=file]').setInputFiles(file)
    await confirm(page, 'Check file')
    await page.getByText('2 tokens can be imported.').waitFor()
    await confirm(page, 'Import')
    await page.getByText('2 tokens imported').waitFor()
  }

  const takeFrom = async (page: Page, serial: string, action: string): Promise<void> => {
    await walk.open(page, '/#/tokens')
    await fromMenu(page, serial, action)
    await confirm(page, action)
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  }

  it('shows a code that goes by the time', async () => {
    const { page, whoever } = await walk.meet('amelia.andersson')
    await givePassword(page, whoever)
    const code = await timeCode('ONUWO3TFOQWWIZLNN5XHG5DSMF2GS33O')
    await page.getByLabel('Six-digit code').fill(code)
    await expectArrival(page)
  })

  it('is imported, claimed by whoever holds it, lost, replaced and taken back', async () => {
    await importKeys(walk.administrator.page)
    const { page, whoever, knock } = await walk.meet('ravi.andersson')
    await givePassword(page, whoever)
    await expectArrival(page)
    for (const [serial, action] of [
      ['BUTTON-1', 'Switch off'],
      ['BUTTON-2', 'Take back'],
    ] as const) {
      await walk.ownWays(page)
      await press(page, 'Add token')
      const dialog = page.getByRole('alertdialog', { name: 'Add token' })
      await dialog.getByLabel('Serial number').fill(serial)
      await dialog.getByLabel('Code that the token shows now').fill(await pressed(serial, 0))
      await confirm(page, 'Add token')
      await page.getByText('The token was added').first().waitFor()
      await knock()
      await page.getByLabel('Six-digit code').fill(await pressed(serial, 1))
      await expectArrival(page)
      await takeFrom(walk.administrator.page, serial, action)
      await knock()
      await expectArrival(page)
    }
  })
})

describe('codes to telephones', () => {
  it('go through a carrier that an administrator describes and calls once', async () => {
    const { page } = walk.administrator
    await walk.open(page, '/#/settings/authenticators/providers')
    const heading = page.getByRole('heading', { name: 'Text messages' })
    const section = page.locator('section').filter({ has: heading })
    await section
      .getByLabel('Address of the call')
      .fill(`http://127.0.0.1:${carrier.port}/messages`)
    await section.getByLabel('Proof of who calls').selectOption('None')
    await section
      .getByLabel('Values for the test')
      .fill('REQ.recipient = +41790000000\nREQ.message = Say "hello"')
    await section.getByRole('button', { name: 'Call it once' }).click()
    await section.getByText('The service said yes').waitFor()
    const sent = carrier.received.map(({ body }) => JSON.parse(body))
    expect(sent).toEqual([{ to: '+41790000000', text: 'Say "hello"' }])
    await section.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').first().waitFor()
  })
})

describe('a temporary access code', () => {
  const userId = 'noah.andersson'

  const make = async (): Promise<string> => {
    const ways = await walk.waysOf(userId)
    await press(ways, 'Make a code')
    await confirm(ways, 'Make a code')
    const shown = ways.getByRole('dialog', { name: 'Temporary access code' })
    const code = /[A-Z2-9]{4}(?:-[A-Z2-9]{4}){2}/.exec(await shown.innerText())?.[0] ?? ''
    await shown.getByRole('button', { name: 'Close', exact: true }).click()
    return code
  }

  /** How often it is among the ways to prove the second factor. */
  const offers = async (page: Page): Promise<number> => {
    await page.getByRole('heading', { name: 'Enter the code from your app' }).waitFor()
    await press(page, 'Try another way')
    await page.getByRole('heading', { name: 'Choose another way' }).waitFor()
    return page.getByRole('button', { name: /temporary access code/i }).count()
  }

  it('signs in once in the place of what was lost; another one is taken back', async () => {
    const { page, whoever, knock } = await walk.meet(userId)
    const code = await make()
    await givePassword(page, whoever)
    expect(await offers(page)).toBe(1)
    await page.getByRole('button', { name: /temporary access code/i }).click()
    await page.getByLabel('Temporary access code').fill(code.toLowerCase())
    await page.keyboard.press('Enter')
    await expectArrival(page)
    await knock()
    expect(await offers(page)).toBe(0)
    await make()
    await knock()
    expect(await offers(page)).toBe(1)
    const ways = await walk.waysOf(userId)
    await ways
      .getByRole('region', { name: 'Temporary access code' })
      .getByRole('button', { name: 'Remove' })
      .click()
    await confirm(ways, 'Remove')
    await ways.getByText('Removed: Temporary access code').waitFor()
    await knock()
    expect(await offers(page)).toBe(0)
  })
})

describe('a link by email', () => {
  const pattern = /\/magiclink\/[\w-]{32}/

  it('signs in the browser that asked for it, once', async () => {
    const { page, whoever } = await walk.meet('oskar.andersson')
    await page.getByLabel('User ID').fill(whoever.userId)
    await page.keyboard.press('Enter')
    await chooseWay(page, /link by email/i)
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    const link = await walk.mailed(whoever.userId, pattern)
    const { page: elsewhere } = await walk.meet('oskar.andersson')
    await walk.open(elsewhere, link)
    await elsewhere.getByText('Open this link in the browser').waitFor()
    await walk.open(page, link)
    await press(page, 'Sign in here')
    await expectArrival(page)
    await walk.open(elsewhere, link)
    await elsewhere.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  })

  it('of an administrator signs in anywhere, ends with the next one, and is taken back', async () => {
    const userId = 'yuki.andersson'
    const { page } = await walk.meet(userId)
    const send = async (): Promise<Page> => {
      const ways = await walk.waysOf(userId)
      await press(ways, 'Mail a link')
      await confirm(ways, 'Send email')
      await ways.getByText(/is on its way/).waitFor()
      return ways
    }
    await send()
    const former = await walk.mailed(userId, pattern)
    await send()
    const link = await walk.mailed(userId, pattern, former)
    await walk.open(page, former)
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    await walk.open(page, link)
    await press(page, 'Sign in here')
    await expectArrival(page)
    const ways = await send()
    const last = await walk.mailed(userId, pattern, link)
    await fromMenu(ways, 'Magic link', 'Remove')
    await confirm(ways, 'Remove')
    await ways.getByText('Removed: Magic link').waitFor()
    await walk.open(page, last)
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  })
})

describe('a passkey', () => {
  it('signs in alone when it finds its holder, is replaced, and is removed by an administrator', async () => {
    const userId = 'leila.andersson'
    const { visitor, page, whoever } = await walk.meet(userId)
    const key = await addAuthenticator(visitor)
    const create = async (name: string): Promise<void> => {
      await walk.open(page, '/#/myprofile/authenticators/passkey')
      await page.getByLabel('Name').fill(name)
      await press(page, 'Create passkey')
      await page.getByText(name).first().waitFor()
    }
    await givePassword(page, whoever)
    await expectArrival(page)
    await create('This laptop')
    await key.recognise(false)
    await walk.leave(page)
    await press(page, 'Sign in with a passkey')
    await page.getByText('The passkey was not used').first().waitFor()
    await key.recognise(true)
    await press(page, 'Sign in with a passkey')
    await expectArrival(page)
    await walk.ownWays(page)
    await fromMenu(page, 'This laptop', 'Remove')
    await confirm(page, 'Remove')
    await page.getByText('You have no passkey.').waitFor()
    await create('Another laptop')
    const ways = await walk.waysOf(userId)
    await fromMenu(ways, 'Another laptop', 'Remove')
    await confirm(ways, 'Remove')
    await ways.getByText('Removed: Another laptop').waitFor()
    await key.leaveAlone()
    await walk.leave(page)
    await givePassword(page, whoever)
    await expectArrival(page)
  })
})

it('left no fault in any page', () => {
  expect(walk.faults()).toEqual([])
})
