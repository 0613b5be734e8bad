import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultsSeen } from '../support/accessibility.ts'
import { newVisitor, type Visitor } from '../support/browser.ts'
import { codeInMail, demonstrationPerson, mailTo } from '../support/demonstration.ts'
import { goTo } from '../support/quiet.ts'
import { type RelyingParty, startRelyingParty } from '../support/relying-party.ts'
import { openScene, type Scene } from '../support/scene.ts'
import { freePort } from '../support/service.ts'
import { givePassword, partOf } from '../support/sign-in.ts'
import { mailbox, visitAs } from '../support/walk.ts'

/** Where somebody signs in from: a proxy in front of the service says so. */
const places = { office: '192.0.2.10', branch: '198.51.100.20', abroad: '203.0.113.30' } as const
type Place = keyof typeof places

let scene: Scene
let administrator: Visitor
let party: RelyingParty

beforeAll(async () => {
  const environment = { SIGNET_TRUSTED_PROXIES: '127.0.0.0/8,::1/128' }
  scene = await openScene({ demo: true, environment })
  administrator = await visitAs(scene, 'ada')
})
afterAll(() => scene?.close())

const open = (path: string): Promise<void> =>
  goTo(administrator.page, `${scene.service.url}/#${path}`)
const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

const person = demonstrationPerson('mateo.andersson')

/** A browser of its own at a place, on the way into the application. */
const knockFrom = async (place: Place): Promise<Page> => {
  const { page, context } = await newVisitor(scene.browser)
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': places[place] })
  await page.goto(`${party.url}/signin`)
  await givePassword(page, person)
  return page
}
const greeted = (page: Page): Promise<void> => page.getByText(/^Hello /).waitFor()

/** Registers the application, starts it, and tells its id. */
const connect = async (): Promise<string> => {
  const { page } = administrator
  const port = await freePort()
  await open('/applications/add')
  await page.getByText('Web application').first().click()
  await page.getByLabel('Name').fill('Procurement')
  await page.getByLabel('Redirect addresses').first().fill(`http://localhost:${port}/callback`)
  await press(page, 'Add application')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  const clientSecret = /[\w-]{43}/.exec(await dialog.innerText())?.[0] ?? ''
  await dialog.getByRole('button').last().click()
  const shown = page.getByText(/^[0-9a-f]{32}$/).first()
  const clientId = await shown.innerText()
  party = await startRelyingParty({
    issuer: `${scene.service.url}/api/oidc`,
    clientId,
    clientSecret,
    port,
  })
  scene.onClose(() => party.stop())
  return /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(page.url())?.[0] ?? ''
}

/** A factor of addresses: elsewhere its points count. */
const addAddresses = async (at: number, points: number, addresses: readonly string[]) => {
  const { page } = administrator
  await page.getByLabel('Add a factor').selectOption('IP address')
  const factor = page.getByRole('group', { name: 'IP address' }).nth(at)
  await factor.getByLabel('Points').fill(String(points))
  await factor.getByLabel('Addresses').fill(addresses.join('\n'))
}

it('a rule is tried before it is published, and whoever it refuses can be told why', async () => {
  const { page } = administrator
  const application = await connect()
  await open(`/rules/add/${application}`)
  await page.getByLabel(/^Name/).fill('Procurement by place')
  await press(page, 'Save')
  await page.getByRole('link', { name: 'Procurement by place' }).waitFor()

  // Without a factor everybody gets in, from anywhere.
  for (const place of ['office', 'branch', 'abroad'] as const) await greeted(await knockFrom(place))

  await page.getByRole('link', { name: 'Procurement by place' }).click()
  await addAddresses(0, 60, [places.office, places.branch])
  await addAddresses(1, 40, [places.office])
  expect(await faultsSeen(page, 'a rule of an application')).toEqual([])
  await press(page, 'What would change?')
  await page.getByRole('tab', { name: 'Newly blocked: 1' }).waitFor()
  await page.getByRole('link', { name: 'mateo.andersson' }).waitFor()
  await page.getByRole('tab', { name: 'Newly stepped up: 1' }).waitFor()
  await press(page, 'Publish change')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish change' }).click()
  await page.getByText('Published', { exact: true }).waitFor()

  // Low risk: in. Medium: a code by mail first. High: refused, with a number.
  await greeted(await knockFrom('office'))
  const asked = await knockFrom('branch')
  const code = async (): Promise<string> =>
    codeInMail.exec(await mailTo(scene.service.url, mailbox(person.userId), codeInMail))?.[0] ?? ''
  await asked.getByLabel('Code', { exact: true }).waitFor()
  await expect.poll(code).not.toBe('')
  await asked.getByLabel('Code', { exact: true }).fill(await code())
  await greeted(asked)

  const refused = await knockFrom('abroad')
  await refused.getByRole('heading', { name: 'Procurement is closed to you' }).waitFor()
  expect(await faultsSeen(refused, 'a closed application')).toEqual([])
  const told = await refused.getByText(/^Number: /).innerText()
  const number = told.replace('Number: ', '')

  // The help desk searches for the number, and reads why.
  await open('/decisions')
  await page.getByRole('searchbox', { name: 'Number of the decision' }).fill(number)
  await page
    .getByRole('row', { name: /mateo\.andersson/ })
    .getByRole('link')
    .first()
    .click()
  await page.getByRole('heading', { name: 'mateo.andersson was refused' }).waitFor()
  const decided =
    'The rule Procurement by place decided: 100 % of its points failed, which makes high risk.'
  await page.getByText(decided).waitFor()
  await page.getByText(`The address ${places.abroad} is not among those named.`).first().waitFor()
  await press(page, 'Judge again')
  await page.getByText('The same comes of it again.').waitFor()
  expect(await faultsSeen(page, 'a decision')).toEqual([])
  await page.getByRole('link', { name: 'Person', exact: true }).click()
  await partOf(page, 'Sign-ins').click()
  await expect.poll(() => page.getByRole('row', { name: /Procurement/ }).count()).toBe(7)
  expect(administrator.faults).toEqual([])
}, 900_000)
