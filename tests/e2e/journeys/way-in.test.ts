import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultsSeen } from '../support/accessibility.ts'
import { addAuthenticator, newVisitor, type Visitor } from '../support/browser.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { picture } from '../support/pictures.ts'
import { openScene, type Scene } from '../support/scene.ts'
import { createAuthenticatorApp } from '../support/sign-in.ts'
import { mailbox, press } from '../support/walk.ts'

/*
 * From an empty service to its first application: email, branding, five invitations, five users who
 * enroll. What a mouse does is counted, by whomever; typing and choosing by keyboard is not.
 */

const mostClicks = 40
const invited = ['iris', 'jonas', 'kim', 'lena', 'milan'] as const

let scene: Scene
let mail: MailServer
let clicks: string[]
const visitors: Visitor[] = []

/** A browser whose clicks are counted. */
const visit = async (): Promise<Visitor> => {
  const visitor = await newVisitor(scene.browser)
  visitors.push(visitor)
  await visitor.context.exposeBinding('clicked', (_source, what: string) => {
    clicks.push(what)
  })
  await visitor.context.addInitScript(
    `addEventListener('pointerdown', ({ target }) => clicked(target.textContent || target.tagName), true)`,
  )
  return visitor
}

beforeAll(async () => {
  clicks = []
  mail = await startMailServer()
  const { SIGNET_OUTBOUND_ALLOW } = mail.environment
  scene = await openScene({ environment: { SIGNET_OUTBOUND_ALLOW } })
  scene.onClose(() => mail.close())
})
afterAll(() => scene?.close())

const mailed = async (userId: string, pattern: RegExp): Promise<string> => {
  await expect.poll(() => mail.newest(mailbox(userId), pattern), { timeout: 60_000 }).not.toBe('')
  return mail.newest(mailbox(userId), pattern).replace('=3D', '=')
}

/** By the link of the set-up: password, an app on the phone, recovery codes, the terms. */
const setUp = async (page: Page): Promise<void> => {
  await page.goto(scene.service.setupLink ?? '')
  await page.getByLabel('User ID').fill('ada')
  await page.getByLabel('Email').fill(mailbox('ada'))
  await page.getByLabel('Password', { exact: true }).fill('Quarz-Lampe-93-Fjord')
  await press(page, 'Continue')
  const started = page.waitForResponse(/\/enroll\/TOKEN$/)
  await page.getByRole('button', { name: /authenticator app/i }).click()
  // The phone reads the code that is shown.
  const { secret } = (await (await started).json()).token
  await page.getByLabel('Six-digit code').fill(await createAuthenticatorApp(secret).code())
  await press(page, 'I have kept the codes')
  const terms = page.getByRole('dialog')
  await terms.getByRole('checkbox').check()
  await terms.getByRole('button').last().click()
}

const connectEmail = async (page: Page): Promise<void> => {
  const port = /\d+$/.exec(mail.environment.SIGNET_OUTBOUND_ALLOW)?.[0] ?? ''
  await page.getByLabel('Use our own email server').check()
  await page.getByLabel('Server', { exact: true }).fill('127.0.0.1')
  await page.getByLabel('Port').fill(port)
  await page
    .getByLabel('Encryption')
    .selectOption({ label: 'None, for servers without sign-in only' })
  await page.getByLabel('Sender address').fill(mailbox('signet'))
  await page.getByLabel('Sender name').fill('Acme')
  await page.getByLabel('Sign-in at the server').selectOption({ label: 'No sign-in' })
  await press(page, 'Save')
  await page.getByText('Saved', { exact: true }).waitFor()
  await press(page, 'Send a test email')
  await page.goto(await mailed('ada', /http\S+arrived=3D\d{6}/))
  await page.getByText('Test email confirmed').waitFor()
}

/** From the dashboard, or from the list of first steps. */
const openStep = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('main').getByRole('link', { name, exact: true }).click()
}
const openFirstSteps = (page: Page): Promise<void> =>
  page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'First steps' })
    .click()

const inviteAll = async (page: Page): Promise<void> => {
  for (const userId of invited) {
    await page.getByLabel('User ID').fill(userId)
    await page.getByLabel('Email').fill(mailbox(userId))
    await press(page, userId === invited.at(-1) ? 'Add user' : 'Save and add another')
    if (userId !== invited.at(-1))
      await expect.poll(() => page.getByLabel('User ID').inputValue()).toBe('')
  }
  await page.getByText('Invited', { exact: true }).waitFor()
}

/** The page that says so. */
const enroll = async (userId: string): Promise<Page> => {
  const visitor = await visit()
  const { page } = visitor
  await addAuthenticator(visitor)
  await page.goto(await mailed(userId, /http\S+\/setup\/[\w-]{22}/))
  await press(page, 'Create passkey')
  await page.getByRole('heading', { level: 1, name: 'Create a passkey' }).waitFor()
  await press(page, 'Create passkey')
  await press(page, 'I have kept the codes')
  await page.getByRole('heading', { level: 1, name: 'Your account is ready' }).waitFor()
  return page
}

it('leads from an empty service to five enrolled users and an application in at most 40 clicks', {
  timeout: 900_000,
}, async () => {
  const { page } = await visit()
  const faults: string[] = []
  const look = async (what: string): Promise<void> => {
    await picture(page, `way-in ${what}`, 'light')
    faults.push(...(await faultsSeen(page, what)))
  }
  await setUp(page)
  await openStep(page, 'Continue')
  await openStep(page, 'Set up email')
  await connectEmail(page)
  await look('email server')
  await openFirstSteps(page)
  await openStep(page, 'Add your branding')
  await page.getByLabel('Main colour', { exact: true }).fill('#224488')
  // The message of the email server may be there yet: what is saved is known by its answer.
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await press(page, 'Save')
  expect((await saved).status()).toBe(200)
  await page.getByText('Saved', { exact: true }).waitFor()
  await openFirstSteps(page)
  await openStep(page, 'Invite users')
  await inviteAll(page)
  await look('an invited user')
  const enrolled = new Map<string, Page>()
  for (const userId of invited) enrolled.set(userId, await enroll(userId))
  await openFirstSteps(page)
  await look('first steps')
  await openStep(page, 'Connect an application')
  await page.getByText('Web application').first().click()
  await page.getByLabel('Name').fill('Intranet')
  await page.getByLabel('Redirect addresses').first().fill('https://intranet.acme.example/callback')
  await press(page, 'Add application')
  await page.getByRole('dialog').waitFor()
  await look('the secret of an application')
  // Not before: to add an application takes a sign-in of the last five minutes.
  for (const [userId, account] of enrolled)
    faults.push(...(await faultsSeen(account, `the account of ${userId}`)))
  expect(faults).toEqual([])
  expect(visitors.flatMap((visitor) => visitor.faults)).toEqual([])
  expect(clicks.length, clicks.join('\n')).toBeLessThanOrEqual(mostClicks)
  expect(clicks.length).toBeGreaterThan(20)
})
