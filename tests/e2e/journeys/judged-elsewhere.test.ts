import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newVisitor } from '../support/browser.ts'
import { faceProvider } from '../support/outside/faces.ts'
import { mailGateway } from '../support/outside/phones.ts'
import { type Outside, startOutside } from '../support/outside/services.ts'
import { weChat } from '../support/outside/we-chat.ts'
import { picture } from '../support/pictures.ts'
import { openScene, type Scene } from '../support/scene.ts'
import { givePassword } from '../support/sign-in.ts'
import {
  confirm,
  expectArrival,
  fromMenu,
  mailbox,
  press,
  startWalk,
  type Walk,
} from '../support/walk.ts'

/* What services outside know and judge: faces, codes of other authenticators, phones, WeChat accounts. */

const faces = faceProvider(() => outside.of('faces'), 'a-token-of-the-provider')
const gateway = mailGateway('a-token-of-the-gateway')
const messenger = weChat(() => outside.of('wechat'), 'a-secret-of-the-account')
/** Codes that the service of external authenticators takes, by the name it knows them by. */
const judged = new Map<string, string>()

let outside: Outside
let scene: Scene
let walk: Walk
beforeAll(async () => {
  outside = await startOutside({
    faces: faces.service,
    gateway: gateway.service,
    wechat: messenger.service,
    judge: ({ body: { credential, code } }) => ({
      json: { result: judged.get(String(credential)) === code ? 'ALLOW' : 'DENY' },
    }),
  })
  scene = await openScene({ demo: true, environment: outside.environment })
  scene.onClose(() => outside.close())
  walk = await startWalk(scene)
})
afterAll(() => scene?.close())

const answered = (page: Page): Promise<void> =>
  page.getByRole('alertdialog').waitFor({ state: 'detached' })

/** Fills what is labelled so, saves, and waits until that is told. */
const set = async (path: string, fields: Readonly<Record<string, string | boolean>>) => {
  const { page } = walk.administrator
  await walk.open(page, path)
  for (const [label, value] of Object.entries(fields)) {
    const field = page.getByLabel(label, { exact: true })
    if (typeof value === 'string') await field.fill(value)
    else await field.setChecked(value)
  }
  await press(page, 'Save')
  await page.getByText('Saved').first().waitFor()
}

describe('a face', () => {
  const userId = 'mateo.andersson'

  beforeAll(async () => {
    await set('/#/settings/onfido', {
      'Address of the API': `${outside.of('faces')}/v3.6`,
      'Workflow for registrations': 'register',
      'Workflow for sign-ins': 'compare',
      'API token': 'a-token-of-the-provider',
      'Webhook token': 'a-token-of-its-calls',
    })
    await set('/#/settings/onfido/faces', { 'People may register their face': true })
  })

  const show = async (page: Page): Promise<void> => {
    await page.getByRole('heading', { name: 'Show your face' }).waitFor()
    await press(page, 'That is me')
  }

  const askHowItEnded = async (page: Page): Promise<void> => {
    await fromMenu(page, 'Face', 'Ask how it ended')
    await page
      .getByRole('region', { name: 'Face', exact: true })
      .getByText('Active', { exact: true })
      .waitFor()
  }

  const register = async (page: Page, button: string): Promise<void> => {
    await walk.ownWays(page)
    await press(page, button)
    await confirm(page, 'Go on')
    await show(page)
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
    await walk.ownWays(page)
    await askHowItEnded(page)
  }

  const remove = async (page: Page): Promise<void> => {
    await fromMenu(page, 'Face', 'Remove')
    await confirm(page, 'Remove')
    await answered(page)
    await page.getByText('No face is registered.').waitFor()
  }

  it('is registered at the provider, compared at a sign-in, registered again, and removed', async () => {
    const { page, visitor, whoever, knock } = await walk.meet(userId)
    const signInByFace = async (): Promise<void> => {
      await knock()
      await page.getByRole('heading', { name: 'Show your face' }).waitFor()
      await press(page, 'Confirm')
      // The provider has not seen anybody yet.
      await page.getByRole('alert').first().waitFor()
      const [tab] = await Promise.all([
        visitor.context.waitForEvent('page'),
        page.getByRole('link', { name: 'Open the page' }).click(),
      ])
      await show(tab)
      await tab.getByRole('heading', { name: 'Thank you' }).waitFor()
      await tab.close()
      await press(page, 'Confirm')
      await expectArrival(page)
    }
    await givePassword(page, whoever)
    await expectArrival(page)
    await register(page, 'Register face')
    await picture(page, 'own face', 'light')
    await signInByFace()
    await register(page, 'Register again')
    expect(faces.applicants.size).toBe(1)
    await signInByFace()
    await walk.ownWays(page)
    await remove(page)
    expect(faces.applicants.size).toBe(0)
    await knock()
    await expectArrival(page)
  })

  it('is begun by an administrator for a phone, and removed by one', async () => {
    const { page, whoever, knock } = await walk.meet('freya.andersson')
    const ways = await walk.waysOf(whoever.userId)
    const phone = await newVisitor(scene.browser)
    for (const button of ['Register face', 'Register again']) {
      await press(ways, button)
      await confirm(ways, 'Go on')
      const dialog = ways.getByRole('dialog', { name: button })
      await dialog.getByRole('img', { name: 'QR code for the phone' }).waitFor()
      await picture(ways, 'face on a phone', 'light')
      await phone.page.goto(faces.newest())
      await show(phone.page)
      await dialog.getByText('Close', { exact: true }).click()
      await askHowItEnded(ways)
    }
    await givePassword(page, whoever)
    await page.getByRole('heading', { name: 'Show your face' }).waitFor()
    await remove(ways)
    await knock()
    await expectArrival(page)
    expect(phone.faults).toEqual([])
  })
})

describe('an external authenticator', () => {
  const userId = 'oskar.andersson'

  const appoint = async (): Promise<void> => {
    const { page } = walk.administrator
    await walk.open(page, '/#/settings/external/OTP')
    await page.getByLabel('In use').check()
    await page.getByLabel('Address of the call').fill(outside.of('judge'))
    await page.getByLabel('Proof of who calls').selectOption('None')
    const body = '{"credential":"{{REQ.credential}}","code":"{{REQ.response}}"}'
    await page.getByLabel('Body', { exact: true }).fill(body)
    await page.getByLabel('Read of the answer').fill('$.result = ALLOW')
    await press(page, 'Save')
    await page.getByText('Saved').first().waitFor()
  }

  const give = async (ways: Page, button: string, credential: string): Promise<void> => {
    await press(ways, button)
    await ways.getByRole('alertdialog').getByLabel('Name at the other service').fill(credential)
    await confirm(ways, 'Give one')
    await answered(ways)
    await ways.getByText(credential).first().waitFor()
  }

  it('is given by an administrator, used for a sign-in, replaced, and removed', async () => {
    await appoint()
    judged.set('bank-1', '445566')
    judged.set('bank-2', '778899')
    const { page, whoever, knock } = await walk.meet(userId)
    const ways = await walk.waysOf(userId)
    const answer = async (code: string): Promise<void> => {
      await page.getByLabel('External authenticator').fill(code)
      await page.keyboard.press('Enter')
    }
    await give(ways, 'Give one', 'bank-1')
    await givePassword(page, whoever)
    await answer('778899')
    await page.getByRole('alert').first().waitFor()
    await answer('445566')
    await expectArrival(page)
    await give(ways, 'Replace it', 'bank-2')
    await knock()
    await answer('445566')
    await page.getByRole('alert').first().waitFor()
    await answer('778899')
    await expectArrival(page)
    const section = ways.getByRole('region', { name: 'External authenticator' })
    await section.getByRole('button', { name: 'Remove' }).click()
    await confirm(ways, 'Remove')
    await answered(ways)
    await section.getByText('No external authenticator.').waitFor()
    await knock()
    await expectArrival(page)
  })
})

describe('phones with company mail', () => {
  const userId = 'ravi.andersson'
  const phone = {
    deviceId: 'ApplRAVI0001',
    name: 'Ravi’s phone',
    model: 'iPhone17,3',
    operatingSystem: 'iOS 19.1',
    access: 'QUARANTINED',
  } as const

  const access = () => gateway.accessOf(mailbox(userId))

  const connect = async (): Promise<void> => {
    await set('/#/settings/activesyncaccess', {
      'Read devices from the mail gateway': true,
      'Address of the gateway': outside.of('gateway'),
      Token: 'a-token-of-the-gateway',
      'People may let their own devices in': true,
    })
    const { page } = walk.administrator
    await press(page, 'Test the connection')
    await page.getByText('The gateway answers').waitFor()
  }

  /** What is pressed in the menu of the phone, and what it is then. */
  const turn = async (page: Page, action: string, state: string): Promise<void> => {
    await fromMenu(page, phone.name, action)
    const phones = page.getByRole('region', { name: 'Phones with company email' })
    await phones.getByText(state, { exact: true }).first().waitFor()
  }

  it('are let in and blocked by their owner and by an administrator, and removed', async () => {
    await connect()
    gateway.has(mailbox(userId), [phone])
    const { page, whoever } = await walk.meet(userId)
    await givePassword(page, whoever)
    await expectArrival(page)
    await walk.open(page, '/#/myprofile/devices')
    await press(page, 'Ask the mail gateway')
    await page.getByText('Waiting to be let in').waitFor()
    await turn(page, 'Let in', 'Let in')
    expect(access()).toEqual(['ALLOWED'])
    const ways = await walk.waysOf(userId)
    await turn(ways, 'Block', 'Blocked')
    expect(access()).toEqual(['BLOCKED'])
    await picture(ways, 'a phone that is blocked', 'light')
    await walk.open(page, '/#/myprofile/devices')
    await page.getByText('Blocked', { exact: true }).first().waitFor()
    await turn(ways, 'Let in', 'Let in')
    expect(access()).toEqual(['ALLOWED'])
    await walk.open(page, '/#/myprofile/devices')
    await turn(page, 'Block', 'Blocked')
    expect(access()).toEqual(['BLOCKED'])
    await fromMenu(page, phone.name, 'Remove')
    await confirm(page, 'Remove')
    await page.getByText('The mail gateway has told of no phone.').waitFor()
    expect(access()).toEqual([])
  })
})

describe('a WeChat account', () => {
  const userId = 'yuki.andersson'

  const account = async (): Promise<void> => {
    const { page } = walk.administrator
    await walk.open(page, '/#/settings/authenticators/providers')
    const heading = page.getByRole('heading', { name: 'WeChat' })
    const section = page.locator('section').filter({ has: heading })
    await section.getByLabel('People may link their account').check()
    for (const [label, value] of Object.entries({
      'App ID': 'wx-acme',
      Template: 'codes',
      'Address of the API': outside.of('wechat'),
      'Address where people agree': `${outside.of('wechat')}/agree`,
      'App secret': 'a-secret-of-the-account',
      'Token of the server address': 'a-token-of-the-address',
    })) {
      await section.getByLabel(label, { exact: true }).fill(value)
    }
    await section.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').first().waitFor()
    await set('/#/settings/authenticators/codes', {
      WeChat: true,
      Email: false,
      'Another one after (seconds)': '15',
    })
  }

  /** The picture is scanned within WeChat, on the phone of an account. */
  const link = async (page: Page, name: string): Promise<void> => {
    messenger.as(name)
    await walk.ownWays(page)
    const told = page.waitForResponse(
      (answer) => answer.url().includes('/self/wechat') && answer.request().method() !== 'GET',
    )
    const section = page.getByRole('region', { name: 'WeChat' })
    await section.getByRole('button', { name: 'Link account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Link account' })
    await dialog.getByRole('img', { name: 'QR code to scan within WeChat' }).waitFor()
    const { url } = await (await told).json()
    const phone = await newVisitor(scene.browser)
    await phone.page.goto(String(url))
    await press(phone.page, 'Agree')
    await phone.page.getByText(userId).waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await section.getByText('Linked account').waitFor()
    expect(phone.faults).toEqual([])
  }

  const codeTo = async (name: string, count: number): Promise<string> => {
    const sent = () => messenger.messages.filter(({ to }) => to === name)
    await expect.poll(() => sent().length).toBe(count)
    return /\b\d{8}\b/.exec(sent().at(-1)?.text ?? '')?.[0] ?? ''
  }

  it('is linked, gets the codes of a sign-in, gives way to another one, and is unlinked', async () => {
    await account()
    const { page, whoever, knock } = await walk.meet(userId)
    await givePassword(page, whoever)
    await expectArrival(page)
    await link(page, 'first-account')
    await walk.askEverybodyForTwo()
    for (const name of ['first-account', 'second-account']) {
      if (name === 'second-account') {
        await link(page, name)
        // Nobody is sent codes more often than the settings say.
        await page.waitForTimeout(16_000)
      }
      await knock()
      await page.getByLabel('Code', { exact: true }).waitFor()
      await page.getByLabel('Code', { exact: true }).fill(await codeTo(name, 1))
      await expectArrival(page)
    }
    expect(messenger.messages).toHaveLength(2)
    await walk.ownWays(page)
    const section = page.getByRole('region', { name: 'WeChat' })
    await section.getByRole('button', { name: 'Remove' }).click()
    await confirm(page, 'Remove')
    await section.getByText('No account is linked.').waitFor()
    await knock()
    // Nothing is left that a code could go to: something else has to be enrolled.
    await page.getByRole('heading', { name: 'Protect your account' }).waitFor()
    expect(messenger.messages).toHaveLength(2)
  })
})

it('left no fault in any page', () => {
  expect(walk.faults()).toEqual([])
})
