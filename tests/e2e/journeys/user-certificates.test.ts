import { createCertificate, pemOf } from '@signet/server/modules/access/testing/certificates'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newVisitor, type Visitor } from '../support/browser.ts'
import { picture } from '../support/pictures.ts'
import { openScene, type Scene } from '../support/scene.ts'
import { chooseWay } from '../support/sign-in.ts'
import { expectArrival, press, startWalk, type Walk } from '../support/walk.ts'

/* Certificates that browsers show in TLS, which the service itself answers. */

const owner = 'freya.andersson'
const authority = createCertificate({ name: { CN: 'Acme CA' }, isAuthority: true })

let scene: Scene
let walk: Walk
beforeAll(async () => {
  scene = await openScene({ demo: true, withTls: true })
  walk = await startWalk(scene)
})
afterAll(() => scene?.close())

const visitors: Visitor[] = []

/** Somebody's browser, which has a certificate for this name. */
const holding = async (name: string): Promise<Page> => {
  const made = createCertificate({
    name: { CN: name },
    issuer: authority,
    principalNames: [name],
    isForClients: true,
  })
  const key = made.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const own = { origin: scene.service.url, certificate: pemOf(made), key }
  const visitor = await newVisitor(scene.browser, { own })
  visitors.push(visitor)
  await walk.open(visitor.page, '/#/')
  return visitor.page
}

const allow = async (): Promise<void> => {
  const { page } = walk.administrator
  await walk.open(page, '/#/settings/authenticators/certificates')
  await page.getByLabel('People sign in by a certificate').check()
  await page.getByLabel('Authorities that are believed').fill(pemOf(authority))
  await page.getByLabel('What that is of the user').selectOption('User ID')
  await press(page, 'Save')
  await page.getByText('Saved').first().waitFor()
  await walk.open(page, '/#/authenticationflow/add')
  await page.getByLabel('Name').fill('Passwords or certificates')
  await page.getByLabel('Add to: First factor').selectOption('Certificate')
  await page.getByLabel('Second factor asked').selectOption('Of whoever has one')
  await page.getByRole('checkbox', { name: 'Everybody signs in by this flow' }).check()
  await press(page, 'Save')
  await page.getByRole('link', { name: 'Passwords or certificates' }).waitFor()
}

const tryAs = async (page: Page, userId: string): Promise<void> => {
  await page.getByLabel('User ID').fill(userId)
  await page.keyboard.press('Enter')
  await page.getByLabel('Password', { exact: true }).waitFor()
  await chooseWay(page, /^Certificate/)
  await press(page, 'Use certificate')
}

it('sign their owners in, and nobody else', async () => {
  await allow()
  const page = await holding(owner)
  await tryAs(page, owner)
  await picture(page, 'signed in by a certificate', 'light')
  await expectArrival(page)

  const stranger = await holding('oskar.andersson')
  await tryAs(stranger, owner)
  await stranger.getByRole('alert').first().waitFor()
  const { page: bare } = await walk.meet(owner)
  await tryAs(bare, owner)
  await bare.getByRole('alert').first().waitFor()
  expect(await bare.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0)
}, 300_000)

it('left no fault in any page', () => {
  expect([...walk.faults(), ...visitors.flatMap(({ faults }) => faults)]).toEqual([])
})
