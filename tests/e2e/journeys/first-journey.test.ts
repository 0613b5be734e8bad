import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findings } from '../support/accessibility.ts'
import {
  type Authenticator,
  addAuthenticator,
  launchBrowser,
  newVisitor,
  type Visitor,
} from '../support/browser.ts'
import { startRelyingParty } from '../support/relying-party.ts'
import { freePort, type Service, startService, temporaryFolder } from '../support/service.ts'
import { createAuthenticatorApp, type Person, signIn } from '../support/sign-in.ts'

const password = 'Quarz-Lampe-93-Fjord'

/** A database of its own on the test server; null for the embedded one. */
const freshDatabase = async (): Promise<{ url: string; drop(): Promise<void> } | null> => {
  if (process.env.SIGNET_TEST_DATABASE === 'embedded') return null
  const server = new URL(process.env.TEST_DATABASE_URL ?? '')
  const name = `signet_journey_${randomBytes(4).toString('hex')}`
  const asAdmin = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server.href })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await asAdmin(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => asAdmin(`drop database ${name} with (force)`) }
}

let service: Service
let browser: Browser
let administrator: Visitor
let ada: Person
let passkey: Authenticator
const cleanings: (() => Promise<void>)[] = []

beforeAll(async () => {
  const folder = await temporaryFolder()
  const database = await freshDatabase()
  service = await startService({
    dataDir: folder.path,
    ...(database === null ? {} : { databaseUrl: database.url }),
  })
  browser = await launchBrowser()
  administrator = await newVisitor(browser)
  cleanings.push(
    () => browser.close(),
    () => service.stop(),
  )
  if (database !== null) cleanings.push(() => database.drop())
  cleanings.push(() => folder.remove())
})
afterAll(async () => {
  for (const clean of cleanings) await clean()
})

const open = (path: string): Promise<unknown> => administrator.page.goto(`${service.url}/#${path}`)

describe('the first journey', () => {
  it('sets up the first administrator by the printed link: password, authenticator app, recovery codes', async () => {
    const { page } = administrator
    await page.goto(service.setupLink ?? '')
    await page.getByLabel('User ID').fill('ada')
    await page.getByLabel('Password', { exact: true }).fill(password)
    expect(await findings(page)).toEqual([])
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
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'OK' }).click()
    await page.getByRole('link', { name: 'Applications' }).waitFor()
  })

  it('does not accept the link a second time', async () => {
    const stranger = await newVisitor(browser)
    await stranger.page.goto(service.setupLink ?? '')
    await stranger.page.getByText(/link/i).first().waitFor()
    expect(await stranger.page.getByLabel('User ID').count()).toBe(0)
    await stranger.context.close()
  })

  it('registers an application, whose people sign in through Signet', async () => {
    const { page } = administrator
    const port = await freePort()
    await open('/applications/add')
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
      issuer: `${service.url}/api/oidc`,
      clientId,
      clientSecret: secret,
      port,
    })
    cleanings.unshift(() => party.stop())

    const visitor = await newVisitor(browser)
    await visitor.page.goto(`${party.url}/signin`)
    await visitor.page.getByText('Sample application').first().waitFor()
    await signIn(visitor.page, ada)
    await visitor.page.getByText('Hello ada').waitFor()
    expect(visitor.page.url()).toBe(`${party.url}/`)
    expect(visitor.faults).toEqual([])
    await visitor.context.close()
  })

  it('shows in the audit report what happened', async () => {
    const { page } = administrator
    await open('/reports')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByText('Sample application').first().waitFor()
    expect(await findings(page)).toEqual([])
  })

  it('adds people', async () => {
    const { page } = administrator
    await open('/user/add')
    await page.getByLabel('User ID').fill('grace')
    await page.getByLabel('First name').fill('Grace')
    await page.getByLabel('Last name').fill('Holm')
    await page.getByRole('button', { name: 'Add user' }).click()
    await page.getByRole('heading', { name: 'Grace Holm' }).waitFor()
    await open('/users')
    await page.getByRole('link', { name: 'Grace Holm' }).waitFor()
    expect(await findings(page)).toEqual([])
  })

  it('adds a passkey, which signs in alone', async () => {
    const { page } = administrator
    passkey = await addAuthenticator(administrator)
    await open('/myprofile/authenticators/passkey')
    await page.getByLabel('Name').fill('This laptop')
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await page.getByText('This laptop').first().waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: /^ada/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    // The sign-in page asks the browser for a passkey at once, and this one needs no hand.
    await page.getByRole('link', { name: 'Users', exact: true }).waitFor()
  })

  it('signs out everywhere: the other browser is out with its next call', async () => {
    const other = await newVisitor(browser)
    await other.page.goto(`${service.url}/`)
    await signIn(other.page, ada)
    await other.page.getByRole('link', { name: 'Users', exact: true }).waitFor()
    const { page } = administrator
    // Else the sign-in page, which asks for the passkey at once, would sign in again by itself.
    await passkey.leaveAlone()
    await open('/myprofile/devices')
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('button', { name: 'Sign out everywhere' }).last().click()
    await page.getByLabel('User ID').waitFor()
    await other.page.goto(`${service.url}/#/users`)
    await other.page.getByLabel('User ID').waitFor()
    expect(await other.page.getByRole('link', { name: 'Users', exact: true }).count()).toBe(0)
    await other.context.close()
  })

  it('left no fault in any page', () => {
    expect(administrator.faults).toEqual([])
  })
})
