import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultsSeen } from '../support/accessibility.ts'
import { mailTo } from '../support/demonstration.ts'
import { type RelyingParty, startRelyingParty } from '../support/relying-party.ts'
import { openDemonstration, type Scene } from '../support/scene.ts'
import { freePort } from '../support/service.ts'
import { givePassword } from '../support/sign-in.ts'
import { press, pressAndHear, startWalk, type Walk } from '../support/walk.ts'

/* What an application asks of a sign-in: an account, an organization, and a place that is free. */

let scene: Scene
let walk: Walk
let party: RelyingParty
beforeAll(async () => {
  scene = await openDemonstration()
  walk = await startWalk(scene)
})
afterAll(() => scene?.close())

const email = 'late.joiner@acme.example'
const password = 'Morgen-Kessel-58-Tau'

/** Looks at the page under this title. */
const look = async (page: Page, title: string): Promise<void> => {
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  expect(await faultsSeen(page, `${title} at an application`)).toEqual([])
}

/** The claims that the application shows of who has come. */
const claimsOn = async (page: Page): Promise<string> => {
  await page.getByRole('heading', { name: /^Hello/ }).waitFor()
  return page.locator('pre').innerText()
}

/** In a browser of its own, at the sign-in page of the application. */
const come = async (userId: string) => {
  const met = await walk.meet(userId)
  await met.page.goto(`${party.url}/signin`)
  return met
}

it('is told what to ask in the console', async () => {
  const { page } = walk.administrator
  const port = await freePort()
  await walk.open(page, '/#/applications/add')
  await page.getByText('Web application').first().click()
  await page.getByLabel('Name').fill('Time sheets')
  await page.getByLabel('Redirect addresses').first().fill(`http://localhost:${port}/callback`)
  await press(page, 'Add application')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  const clientSecret = /[\w-]{43}/.exec(await dialog.innerText())?.[0] ?? ''
  await dialog.getByRole('button').last().click()
  const clientId = await page
    .getByText(/^[0-9a-f]{32}$/)
    .first()
    .innerText()
  await page.getByRole('tab', { name: 'Protocol', exact: true }).click()
  await page.getByLabel('Addresses after sign-out').fill(`http://localhost:${port}/`)
  await page.getByLabel('People in several organizations choose one').check()
  await page.getByLabel('Places one person may be signed in from').fill('1')
  await page.getByLabel('When there are as many').selectOption('The sign-in is refused')
  await pressAndHear(page, 'Save', 'Saved')
  await page.reload()
  const places = page.getByLabel('Places one person may be signed in from')
  await expect.poll(() => places.inputValue()).toBe('1')
  const issuer = `${scene.service.url}/api/oidc`
  party = await startRelyingParty({ issuer, clientId, clientSecret, port })
  scene.onClose(() => party.stop())
}, 300_000)

it('whoever is in two organizations says for which of them they come, once in a browser', async () => {
  const { page, whoever } = await come('samir.andersson')
  await givePassword(page, whoever)
  await look(page, 'Choose an organization')
  await page.getByText('For which of them do you sign in to Time sheets?').waitFor()
  await press(page, 'Acme Iberia')
  expect(await claimsOn(page)).toMatch(/"org_id": "[\da-f-]{36}"/)
  await page.goto(`${party.url}/signin`)
  expect(await claimsOn(page)).toContain('"org_id"')

  // One place is all that there is, until it is left.
  const second = await come('samir.andersson')
  await givePassword(second.page, whoever)
  await look(second.page, 'Time sheets is closed to you')
  await second.page.getByText('You are signed in in as many places as are allowed').waitFor()
  await press(second.page, 'Back to Time sheets')
  await second.page.getByText('access_denied').waitFor()

  // The application says whose session it ends, so no page asks again.
  await page.getByRole('link', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in with Signet' }).waitFor()
  await second.page.goto(`${party.url}/signin`)
  await press(second.page, 'Acme Nordic')
  await claimsOn(second.page)
}, 300_000)

it('whoever is in one organization is not asked', async () => {
  const { page, whoever } = await come('mateo.andersson')
  await givePassword(page, whoever)
  expect(await claimsOn(page)).toMatch(/"org_id": "[\da-f-]{36}"/)
}, 300_000)

it('whoever has no account yet makes one on the way', async () => {
  const { page } = await come('')
  await press(page, 'Create an account')
  await page.getByLabel('Email').fill(email)
  await press(page, 'Continue')
  await page.getByRole('heading', { level: 1, name: 'Look into your mailbox' }).waitFor()
  const address = /\/signup\/confirm\/[\w-]{22}/
  const link = async () => address.exec(await mailTo(scene.service.url, email, address))?.[0]
  await expect.poll(link, { timeout: 60_000, interval: 500 }).toBeDefined()
  await walk.open(page, (await link()) ?? '')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Create account')
  await look(page, 'Your account is ready')
  // Nothing is asked again: the new account is signed in.
  await page.goto(`${party.url}/signin`)
  const claims = await claimsOn(page)
  expect(claims).toContain(email)
  expect(claims).not.toContain('org_id')
}, 300_000)

it('left no fault in any page', () => {
  expect(walk.faults()).toEqual([])
})
