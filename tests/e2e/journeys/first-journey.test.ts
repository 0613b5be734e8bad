import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsSeen, findings } from '../support/accessibility.ts'
import {
  type Authenticator,
  addAuthenticator,
  newVisitor,
  openAnew,
  type Visitor,
} from '../support/browser.ts'
import { acceptTerms } from '../support/demonstration.ts'
import { startRelyingParty } from '../support/relying-party.ts'
import { openScene, type Scene } from '../support/scene.ts'
import { freePort } from '../support/service.ts'
import {
  createAuthenticatorApp,
  givePassword,
  inMenu,
  type Person,
  signIn,
} from '../support/sign-in.ts'

const password = 'Quarz-Lampe-93-Fjord'

let scene: Scene
let administrator: Visitor
/** The same person in another browser, come through an application. */
let elsewhere: Visitor
let ada: Person
let passkey: Authenticator

beforeAll(async () => {
  scene = await openScene()
  administrator = await newVisitor(scene.browser)
  elsewhere = await newVisitor(scene.browser)
})
afterAll(() => scene?.close())

const open = ({ page }: Visitor, path: string): Promise<void> =>
  openAnew(page, `${scene.service.url}/#${path}`)

const waitForUsers = async ({ page }: Visitor): Promise<void> =>
  (await inMenu(page, 'Users')).waitFor()

const signOut = async ({ page }: Visitor): Promise<void> => {
  await page.getByRole('button', { name: /^ada/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

describe('the first journey', () => {
  it('sets up the first administrator by the printed link: password, authenticator app, recovery codes', {
    meta: { covers: ['purpose.offering'] },
  }, async () => {
    const { page } = administrator
    await page.goto(scene.service.setupLink ?? '')
    await page.getByLabel('User ID').fill('ada')
    await page.getByLabel('Password', { exact: true }).fill(password)
    expect(await faultsSeen(page, 'set-up')).toEqual([])
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: /authenticator app/i }).click()
    await page.getByText('Enter the key by hand').click()
    const key = /\b([A-Z2-7]{4}(?: ?[A-Z2-7]{4}){7})\b/.exec(await page.locator('body').innerText())
    ada = {
      userId: 'ada',
      password,
      app: createAuthenticatorApp((key?.[1] ?? '').replaceAll(' ', '')),
    }
    await page
      .getByLabel(/code/i)
      .first()
      .fill(await ada.app.code())
    await page.getByText('I have kept the codes').waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByText('I have kept the codes').click()
    await acceptTerms(page)
  })

  it('does not accept the link a second time', async () => {
    const stranger = await newVisitor(scene.browser)
    await stranger.page.goto(scene.service.setupLink ?? '')
    await stranger.page.getByText(/link/i).first().waitFor()
    expect(await stranger.page.getByLabel('User ID').count()).toBe(0)
    await stranger.context.close()
  })

  it('registers an application, whose people sign in through Signet', {
    meta: { covers: ['purpose.tenant-admins'] },
  }, async () => {
    const { page } = administrator
    const port = await freePort()
    await open(administrator, '/applications/add')
    await page.getByText('Web application').first().click()
    await page.getByLabel('Name').fill('Sample application')
    await page.getByLabel('Redirect addresses').first().fill(`http://localhost:${port}/callback`)
    await page.getByRole('button', { name: 'Add application' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    const secret = /[\w-]{43}/.exec(await dialog.innerText())?.[0] ?? ''
    await dialog.getByRole('button').last().click()
    const clientId = await page
      .getByText(/^[0-9a-f]{32}$/)
      .first()
      .innerText()
    const party = await startRelyingParty({
      issuer: `${scene.service.url}/api/oidc`,
      clientId,
      clientSecret: secret,
      port,
    })
    scene.onClose(() => party.stop())

    await elsewhere.page.goto(`${party.url}/signin`)
    await elsewhere.page.getByText('Sample application').first().waitFor()
    await signIn(elsewhere.page, ada)
    await elsewhere.page.getByText('Hello ada').waitFor()
    expect(elsewhere.page.url()).toBe(`${party.url}/`)
    const asked = elsewhere.page.waitForResponse(/\/ask$/)
    await elsewhere.page.getByRole('link', { name: 'Ask again' }).click()
    expect((await asked).status()).toBe(303)
    await elsewhere.page.getByText('Hello ada').waitFor()
  })

  it('shows in the audit report what happened', {
    meta: { covers: ['purpose.tenant-admins'] },
  }, async () => {
    const { page } = administrator
    await open(administrator, '/reports')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByText('Sample application').first().waitFor()
    expect(await findings(page)).toEqual([])
  })

  it('adds people', {
    meta: { covers: ['login.query-first', 'purpose.tenant-admins'] },
  }, async () => {
    const { page } = administrator
    await open(administrator, '/user/add')
    await page.getByLabel('User ID').fill('grace')
    await page.getByLabel('First name').fill('Grace')
    await page.getByLabel('Last name').fill('Holm')
    await page.getByRole('button', { name: 'Add user' }).click()
    await page.getByRole('heading', { name: 'Grace Holm' }).waitFor()
    await open(administrator, '/users')
    await page.getByRole('link', { name: 'Grace Holm' }).waitFor()
    expect(await findings(page)).toEqual([])
  })

  it('adds a passkey, which signs in alone', async () => {
    const { page } = administrator
    passkey = await addAuthenticator(administrator)
    await open(administrator, '/myprofile/authenticators/passkey')
    await page.getByLabel('Name').fill('This laptop')
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await page.getByText('This laptop').first().waitFor()
    expect(await findings(page)).toEqual([])
    const proven = page.waitForResponse(/\/authenticate\/PASSKEY\/complete$/)
    await signOut(administrator)
    // The sign-in page asks the browser for a passkey at once, and this one needs no hand.
    expect((await proven).status()).toBe(200)
    await waitForUsers(administrator)
  })

  it('takes the passkey as second factor', async () => {
    const { page } = administrator
    await passkey.leaveAlone()
    await signOut(administrator)
    await givePassword(page, ada)
    await page.getByRole('heading', { name: 'Use your passkey' }).waitFor()
    await passkey.touch()
    const proven = page.waitForResponse(/\/authenticate\/FIDO\/complete$/)
    await page.getByRole('button', { name: 'Use passkey' }).click()
    expect((await proven).status()).toBe(200)
    await waitForUsers(administrator)
  })

  it('signs out everywhere: the other browser and its application are out with their next call', async () => {
    const { page } = administrator
    // Else the sign-in page, which asks for the passkey at once, would sign in again by itself.
    await passkey.leaveAlone()
    await open(administrator, '/myprofile/devices')
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByLabel('User ID').waitFor()
    // It gives up only when the access token and the refresh token are both refused.
    await elsewhere.page.getByRole('link', { name: 'Ask again' }).click()
    await elsewhere.page.getByRole('heading', { name: 'You are signed out' }).waitFor()
    await elsewhere.page.getByText('invalid_grant').waitFor()
    await open(elsewhere, '/users')
    await elsewhere.page.getByLabel('User ID').waitFor()
    expect(await elsewhere.page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0)
  })

  it('left no fault in any page', () => {
    expect([...administrator.faults, ...elsewhere.faults]).toEqual([])
  })
})
