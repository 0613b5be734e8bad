import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDevice } from '../support/device.ts'
import { serviceProvider } from '../support/outside/service-provider.ts'
import { type Outside, startOutside } from '../support/outside/services.ts'
import { picture } from '../support/pictures.ts'
import { openScene, type Scene } from '../support/scene.ts'
import { givePassword } from '../support/sign-in.ts'
import { expectArrival, press, pressAndHear, startWalk, type Walk } from '../support/walk.ts'

/* Sign-ins by doors of other kinds: SAML, a device's code, a password that is judged elsewhere. */

const travel = serviceProvider({
  base: () => outside.of('travel'),
  service: () => scene.service.url,
})
/** Passwords that the other service knows. */
const passwords = new Map<string, string>()

let outside: Outside
let scene: Scene
let walk: Walk
beforeAll(async () => {
  outside = await startOutside({
    travel: travel.service,
    directory: ({ body: { user, password } }) => ({
      json: { ok: passwords.get(String(user)) === password },
    }),
  })
  scene = await openScene({ demo: true, environment: outside.environment })
  scene.onClose(() => outside.close())
  walk = await startWalk(scene)
})
afterAll(() => scene?.close())

const clientIdOn = (page: Page): Promise<string> =>
  page
    .getByText(/^[0-9a-f]{32}$/)
    .first()
    .innerText()

describe('an application that speaks SAML', () => {
  it('is added by its metadata, and people sign in there', async () => {
    const desk = walk.administrator.page
    await walk.open(desk, '/#/applications/add/saml/SAML')
    await desk.getByLabel('Metadata document').fill(await travel.metadata())
    await press(desk, 'Read metadata')
    await expect
      .poll(() => desk.getByRole('textbox', { name: 'Entity ID' }).inputValue())
      .toBe(outside.of('travel'))
    await desk.getByRole('textbox', { name: 'Name', exact: true }).fill('Travel bookings')
    await desk.getByLabel('Attributes').first().fill('uid = userid')
    await press(desk, 'Add application')
    await desk.getByRole('heading', { level: 1, name: 'Travel bookings' }).waitFor()

    const { page, whoever } = await walk.meet('freya.andersson')
    await page.goto(travel.signIn())
    await givePassword(page, whoever)
    await page.getByRole('heading', { name: 'Hello freya.andersson' }).waitFor()
    // Nobody is asked twice.
    await page.goto(travel.signIn())
    await page.getByRole('heading', { name: 'Hello freya.andersson' }).waitFor()
    expect(page.url()).toBe(`${outside.of('travel')}/acs`)
  }, 300_000)
})

describe('a device without a browser', () => {
  it('is connected by its code in another browser, or is not', async () => {
    const desk = walk.administrator.page
    await walk.open(desk, '/#/applications/add/oidc/OIDC_DEVICE')
    await desk.getByLabel('Name').fill('Television')
    await press(desk, 'Add application')
    const clientId = await clientIdOn(desk)

    const { page, whoever } = await walk.meet('oskar.andersson')
    const show = async () => {
      const device = await startDevice(`${scene.service.url}/api/oidc`, clientId)
      await page.goto(device.address)
      return device
    }
    const type = async (code: string): Promise<void> => {
      await page.getByLabel('Code', { exact: true }).fill(code)
      await press(page, 'Continue')
      await page.getByRole('heading', { name: 'Connect Television?' }).waitFor()
      await page.getByText(code, { exact: true }).waitFor()
    }
    const first = await show()
    await givePassword(page, whoever)
    await type(first.userCode)
    await picture(page, 'a device to be connected', 'light')
    await press(page, 'Connect')
    await page.getByRole('heading', { name: 'The device is connected' }).waitFor()
    expect(await first.outcome()).toBe('signed in')

    const second = await show()
    await type(second.userCode)
    await press(page, 'Do not connect')
    await page.getByRole('heading', { name: 'The device is not connected' }).waitFor()
    expect(await second.outcome()).toBe('access_denied')
  }, 300_000)
})

describe('a password that another service judges', () => {
  const switchTo = async (isOn: boolean): Promise<void> => {
    const { page } = walk.administrator
    await walk.open(page, '/#/settings/passthrough')
    await page.getByLabel('Pass passwords through').setChecked(isOn)
    await pressAndHear(page, 'Save', 'Saved')
  }

  const define = async (): Promise<void> => {
    const { page } = walk.administrator
    await walk.open(page, '/#/settings/passthrough/add')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Directory')
    await page.getByLabel('Address of the call').fill(outside.of('directory'))
    await page.getByLabel('Proof of who calls').selectOption('None')
    const body = '{"user":"{{USER.userId}}","password":"{{REQ.password}}"}'
    await page.getByLabel('Body', { exact: true }).fill(body)
    await page.getByLabel('Read of the answer').fill('$.ok = true')
    await press(page, 'Save')
    await page.getByRole('link', { name: 'Directory', exact: true }).waitFor()
  }

  it('lets in by its word alone, until passwords are judged here again', async () => {
    await define()
    await switchTo(true)
    const { page, whoever } = await walk.meet('mateo.andersson')
    const elsewhere = { ...whoever, password: 'Nordlicht-Pfad-77-Kanu' }
    passwords.set(whoever.userId, elsewhere.password)
    await givePassword(page, whoever)
    await page.getByRole('alert').first().waitFor()
    await page.getByLabel('Password', { exact: true }).fill(elsewhere.password)
    await page.keyboard.press('Enter')
    await expectArrival(page)
    await switchTo(false)
    await walk.leave(page)
    await givePassword(page, elsewhere)
    await page.getByRole('alert').first().waitFor()
    await page.getByLabel('Password', { exact: true }).fill(whoever.password)
    await page.keyboard.press('Enter')
    await expectArrival(page)
  }, 300_000)
})

it('left no fault in any page', () => {
  expect(walk.faults()).toEqual([])
})
