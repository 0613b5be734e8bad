import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsSeen } from '../support/accessibility.ts'
import {
  type Authenticator,
  addAuthenticator,
  newVisitor,
  openAnew,
  type Visitor,
} from '../support/browser.ts'
import { codeInMail, demonstrationPerson, mailTo } from '../support/demonstration.ts'
import { openScene, type Scene } from '../support/scene.ts'
import { chooseWay, givePassword, inMenu, partOf, signIn } from '../support/sign-in.ts'
import { hear, mailbox } from '../support/walk.ts'

let scene: Scene
let visitor: Visitor
let passkey: Authenticator
const ada = demonstrationPerson('ada')
const anna = demonstrationPerson('anna')
const sam = demonstrationPerson('sam')
const newcomer = { ...demonstrationPerson('newcomer'), password: 'Anfang-Wolke-81-Kork' }

beforeAll(async () => {
  scene = await openScene({ demo: true })
  visitor = await newVisitor(scene.browser)
})
afterAll(() => scene?.close())

const open = (path: string): Promise<void> => openAnew(visitor.page, `${scene.service.url}${path}`)

const press = (name: string): Promise<void> =>
  visitor.page.getByRole('button', { name, exact: true }).click()

const seen: string[] = []

/** Looks at the page under this title. */
const look = async (title: string, state = ''): Promise<void> => {
  const { page } = visitor
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  seen.push(...(await faultsSeen(page, `${title} ${state}`)))
}

describe('the sign-in pages', () => {
  it('ask who it is, for the password, and for the second factor by every way', async () => {
    const { page } = visitor
    await open('/')
    await look('Sign in')
    await press('Continue')
    await page.getByRole('alert').first().waitFor()
    await look('Sign in', 'without a user id')
    await givePassword(page, { ...anna, password: 'wrong' })
    await page.getByRole('alert').first().waitFor()
    await look('Enter your password', 'refused')
    await page.getByLabel('Password', { exact: true }).fill(anna.password)
    await press('Continue')
    await look('Enter the code from your app')
    expect(seen.splice(0)).toEqual([])
  })

  it('ask whether an application may know who it is', async () => {
    const { page } = visitor
    await open('/')
    await signIn(page, ada)
    await (await inMenu(page, 'Applications')).waitFor()
    await open('/#/applications')
    await page.getByRole('link', { name: 'Intranet' }).click()
    const clientId = await page
      .getByText(/^[0-9a-f]{32}$/)
      .first()
      .innerText()
    const request = new URLSearchParams({
      client_id: clientId,
      redirect_uri: 'https://intranet.acme.example/callback',
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    })
    await open(`/api/oidc/authorize?${request}`)
    await look('Allow Intranet?')
    expect(seen.splice(0)).toEqual([])
  })

  it('take a passkey or a recovery code as second factor', async () => {
    const { page } = visitor
    // Roles are assigned within five minutes of a proof, and the tests before may take longer.
    await open('/#/logout')
    await press('Sign out')
    await signIn(page, ada)
    await (await inMenu(page, 'Applications')).waitFor()
    passkey = await addAuthenticator(visitor)
    await open('/#/user/add')
    await page.getByLabel('User ID').fill(newcomer.userId)
    await page.getByLabel('Password', { exact: true }).fill(newcomer.password)
    await press('Add user')
    await partOf(page, 'Roles').click()
    await press('Assign role')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Assign role' }).click()
    await hear(page, 'now has the role')
    await open('/#/myprofile/authenticators')
    await press('Make new codes')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click()
    await press('I have kept the codes')
    await open('/#/myprofile/authenticators/passkey')
    await press('Create passkey')
    await page.getByRole('heading', { level: 1, name: 'Sign-in methods' }).waitFor()
    await passkey.leaveAlone()
    await open('/#/logout')
    await look('Sign out?')
    await press('Sign out')
    await givePassword(page, ada)
    await look('Use your passkey')
    await press('Try another way')
    await look('Choose another way')
    await press('Back')
    await chooseWay(page, /recovery code/i)
    await look('Enter a recovery code')
    expect(seen.splice(0)).toEqual([])
  })

  it('demand another password and a second factor from somebody new', async () => {
    const { page } = visitor
    await open('/#/')
    await givePassword(page, newcomer)
    await look('Protect your account')
    await page.getByRole('button', { name: /authenticator app/i }).click()
    await page.getByLabel('Six-digit code').waitFor()
    await look('Set up your authenticator app')
    await press('Choose differently')
    await page.getByRole('button', { name: /passkey/i }).click()
    await look('Create a passkey')
    await passkey.touch()
    await press('Create passkey')
    await look('Choose a new password', 'demanded')
    await page.getByLabel('New password').fill('Morgen-Kessel-58-Tau')
    await press('Save password')
    await look('Keep your recovery codes')
    await passkey.leaveAlone()
    await press('I have kept the codes')
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
    await open('/#/logout')
    await press('Sign out')
    await page.getByLabel('User ID').waitFor()
    await look('Sign in', 'after signing out')
    await open('/#/logout')
    await look('You are signed out')
    expect(seen.splice(0)).toEqual([])
  })

  it('reset a forgotten password', async () => {
    const { page } = visitor
    await open('/#/reset/anna')
    await look('Reset your password')
    await press('Continue')
    await page.getByText('it is on its way').waitFor()
    await look('Check your messages', 'reset')
    const code = async (): Promise<string> =>
      codeInMail.exec(await mailTo(scene.service.url, mailbox('anna'), codeInMail))?.[0] ?? ''
    await expect.poll(code).not.toBe('')
    await page.getByLabel('Code', { exact: true }).fill(await code())
    await press('Confirm')
    await page.getByLabel('Six-digit code').fill(await anna.app.code())
    await look('Choose a new password', 'reset')
    await page.getByLabel('New password').fill('anna')
    await page.getByText('does not contain your name').waitFor()
    await look('Choose a new password', 'poor')
    await page.getByLabel('New password').fill('Laterne-Moos-27-Segel')
    await press('Save password')
    await look('Your password is changed')
    expect(seen.splice(0)).toEqual([])
  })

  it('say what went wrong', async () => {
    const { page, faults } = visitor
    await open('/#/error?code=invalid_parameters')
    await look('Error')
    await open('/setup/no/such-page')
    await look('Page not found')
    await open('/setup/no-such-link')
    await look('This link no longer works')
    await open('/signup/confirm/no-such-link-at-all')
    await look('This link no longer works', 'of a sign-up')
    await openAnew(page, `${scene.service.url.replace('localhost', 'cards.localhost')}/#/signup`)
    await look('Sign-up is not offered here')
    await open('/signup/thank-you')
    await look('Thank you for signing up')
    await scene.database?.run('update tenants set locked = true')
    const after = async (): Promise<string> => {
      await open('/#/')
      await givePassword(page, sam)
      const title = page.getByRole('heading', { level: 1, name: /^Account locked|from your app$/ })
      await title.waitFor()
      return title.innerText()
    }
    // A tenant's standing may be a second old.
    await expect.poll(after, { timeout: 60_000 }).toBe('Account locked')
    await look('Account locked')
    expect(faults).toEqual([])
    expect(seen.splice(0)).toEqual([])
  })
})
