import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { openScene, type Scene } from '../support/scene.ts'
import { givePassword } from '../support/sign-in.ts'
import { expectArrival, press, startWalk, type Walk } from '../support/walk.ts'

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
  await expect.poll(() => sent().length, { timeout: 20_000 }).toBe(messages)
  return /\b\d{8}\b/.exec(String(sent().at(-1)?.text))?.[0] ?? ''
}

const describeCarrier = async (): Promise<void> => {
  const { page } = walk.administrator
  await walk.open(page, '/#/settings/authenticators/providers')
  const heading = page.getByRole('heading', { name: 'Text messages' })
  const section = page.locator('section').filter({ has: heading })
  await section.getByLabel('Address of the call').fill(`http://127.0.0.1:${carrier.port}/messages`)
  await section.getByLabel('Proof of who calls').selectOption('None')
  await section.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').first().waitFor()
}

/** Codes go by text message alone, to numbers that administrators entered. */
const sendByText = async (): Promise<void> => {
  const { page } = walk.administrator
  await walk.open(page, '/#/settings/authenticators/codes')
  await page.getByLabel('Text message', { exact: true }).check()
  await page.getByLabel('Email', { exact: true }).uncheck()
  await page.getByLabel('Also to numbers that nobody has proven').check()
  await press(page, 'Save')
  await page.getByText('Saved').first().waitFor()
}

const askEverybodyForTwo = async (): Promise<void> => {
  const { page } = walk.administrator
  await walk.open(page, '/#/authenticationflow/add')
  await page.getByLabel('Name').fill('Two factors of everybody')
  await page.getByLabel('Add to: Second factors').selectOption('Code that is sent')
  await page.getByLabel('Second factor asked').selectOption('Of everybody')
  await page.getByRole('checkbox', { name: 'Everybody signs in by this flow' }).check()
  await press(page, 'Save')
  await page.getByRole('link', { name: 'Two factors of everybody' }).waitFor()
}

const setNumber = async (userId: string, mobile: string): Promise<void> => {
  const page = await walk.waysOf(userId)
  await page.getByRole('tab', { name: 'Profile', exact: true }).click()
  await page.getByLabel('Mobile', { exact: true }).fill(mobile)
  await press(page, 'Save')
  await page.getByText('Saved').first().waitFor()
}

describe('a code by text message', () => {
  it('is the second factor of a sign-in, goes to a new number once the telephone is lost, and no further without one', async () => {
    const userId = 'oskar.andersson'
    await describeCarrier()
    await sendByText()
    await setNumber(userId, number)
    await askEverybodyForTwo()
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
  }, 300_000)
})

it('left no fault in any page', () => {
  expect(walk.faults()).toEqual([])
})
