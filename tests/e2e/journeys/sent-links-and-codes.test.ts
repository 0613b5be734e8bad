import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inFullRuns } from '../support/full-run.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { picture } from '../support/pictures.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { openDemonstration, openScene, type Scene } from '../support/scene.ts'
import { chooseWay, givePassword, partOf } from '../support/sign-in.ts'
import {
  confirm,
  expectArrival,
  hear,
  mailbox,
  press,
  pressAndHear,
  startWalk,
  type Walk,
} from '../support/walk.ts'

describe('a link by email', () => {
  const pattern = /\/magiclink\/[\w-]{32}/
  let scene: Scene
  let walk: Walk
  beforeAll(async () => {
    scene = await openDemonstration()
    walk = await startWalk(scene)
  })
  afterAll(() => scene?.close())

  it('signs in the browser that asked for it, once', async () => {
    const { page, whoever } = await walk.meet('clara.becker')
    await page.getByLabel('User ID').fill(whoever.userId)
    await page.keyboard.press('Enter')
    await chooseWay(page, /link by email/i)
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    const link = await walk.mailed(whoever.userId, pattern)
    const { page: elsewhere } = await walk.meet('clara.becker')
    await walk.open(elsewhere, link)
    await elsewhere.getByText('Open this link in the browser').waitFor()
    await walk.open(page, link)
    await press(page, 'Sign in here')
    await expectArrival(page)
    await walk.open(elsewhere, link)
    await elsewhere.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    expect(walk.faults()).toEqual([])
  })
})

inFullRuns('a code by text message', () => {
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

  const number = '+41790000001'
  const another = '+41790000002'

  /** The code in the newest message to a number, once there are so many. */
  const codeTo = async (to: string, messages = 1): Promise<string> => {
    const sent = () =>
      carrier.received.map(({ body }) => JSON.parse(body)).filter((message) => message.to === to)
    await expect.poll(() => sent().length).toBe(messages)
    return /\b\d{8}\b/.exec(String(sent().at(-1)?.text))?.[0] ?? ''
  }

  const describeCarrier = async (): Promise<void> => {
    const { page } = walk.administrator
    await walk.open(page, '/#/settings/authenticators/providers')
    const heading = page.getByRole('heading', { name: 'Text messages' })
    const section = page.locator('section').filter({ has: heading })
    await section
      .getByLabel('Address of the call')
      .fill(`http://127.0.0.1:${carrier.port}/messages`)
    await section.getByLabel('Proof of who calls').selectOption('None')
    await section.getByRole('button', { name: 'Save' }).click()
    await hear(page, 'Saved')
  }

  /** Codes go by text message alone, to numbers that administrators entered. */
  const sendByText = async (): Promise<void> => {
    const { page } = walk.administrator
    await walk.open(page, '/#/settings/authenticators/codes')
    await page.getByLabel('Text message', { exact: true }).check()
    await page.getByLabel('Email', { exact: true }).uncheck()
    await page.getByLabel('Also to numbers that nobody has proven').check()
    await pressAndHear(page, 'Save', 'Saved')
  }

  const setNumber = async (userId: string, mobile: string): Promise<void> => {
    const page = await walk.waysOf(userId)
    await partOf(page, 'Profile').click()
    await page.getByLabel('Mobile', { exact: true }).fill(mobile)
    await pressAndHear(page, 'Save', 'Saved')
  }

  it('is the second factor of a sign-in, goes to a new number once the telephone is lost, and no further without one', async () => {
    const userId = 'oskar.andersson'
    await describeCarrier()
    await sendByText()
    await setNumber(userId, number)
    await walk.askEverybodyForTwo()
    const { page, whoever, knock } = await walk.meet(userId)
    await givePassword(page, whoever)
    await page.getByRole('heading', { name: 'Check your messages' }).waitFor()
    await page.getByText('+41*****01').waitFor()
    const first = await codeTo(number)
    await page.getByLabel('Code', { exact: true }).fill('00000000')
    await page.getByRole('alert').first().waitFor()
    await page.getByLabel('Code', { exact: true }).fill(first)
    await page.keyboard.press('Enter')
    await expectArrival(page)
    await setNumber(userId, another)
    await knock()
    await page.getByText('+41*****02').waitFor()
    const second = await codeTo(another)
    await page.getByLabel('Code', { exact: true }).fill(second)
    await expectArrival(page)
    expect(second).not.toBe('')
    await setNumber(userId, '')
    await knock()
    // Nothing is left that a code could go to: something else has to be enrolled.
    await page.getByRole('heading', { name: 'Protect your account' }).waitFor()
    expect(carrier.received).toHaveLength(2)
    expect(walk.faults()).toEqual([])
  })
})

inFullRuns('a code that an administrator has sent', () => {
  const userId = 'freya.andersson'
  let mails: MailServer
  let scene: Scene
  let walk: Walk
  beforeAll(async () => {
    mails = await startMailServer()
    scene = await openScene({ demo: true, environment: mails.environment })
    scene.onClose(() => mails.close())
    walk = await startWalk(scene)
  })
  afterAll(() => scene?.close())

  const newest = () => mails.newest(mailbox(userId), /\b\d{8}\b/)

  it('is sent by an administrator, read in a real mail, and signs in once', async () => {
    await walk.askEverybodyForTwo()
    const ways = await walk.waysOf(userId)
    await press(ways, 'Send a code')
    await ways.getByRole('alertdialog').getByLabel('Way').selectOption('Email')
    await picture(ways, 'a code for the next sign-in', 'light')
    await confirm(ways, 'Send a code')
    await ways.getByText('A code is on its way to').waitFor()
    await expect.poll(newest).not.toBe('')
    const code = newest()

    const { page, whoever, knock } = await walk.meet(userId)
    const give = async (): Promise<void> => {
      // The page has one of its own sent; the other one is as good.
      await page.getByLabel('Code', { exact: true }).fill(code)
    }
    await givePassword(page, whoever)
    await give()
    await expectArrival(page)
    await knock()
    await give()
    await page.getByRole('alert').first().waitFor()
    expect(await page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0)
    expect(walk.faults()).toEqual([])
  })
})
