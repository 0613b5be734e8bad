import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { picture } from '../support/pictures.ts'
import { openBeside, openScene, type Scene } from '../support/scene.ts'
import { freePort } from '../support/service.ts'
import { givePassword } from '../support/sign-in.ts'
import { confirm, expectArrival, fromMenu, press, startWalk, type Walk } from '../support/walk.ts'

/* An account at another service of this kind, by which somebody signs in here. */

const name = 'Elsewhere'

let scene: Scene
let beside: Scene
let walk: Walk
let besideWalk: Walk
// Two services start.
const startMillis = 400_000
beforeAll(async () => {
  const port = await freePort()
  scene = await openScene({
    demo: true,
    // A browser has one jar of cookies for all ports of a host.
    host: 'acme.localhost',
    environment: { SIGNET_OUTBOUND_ALLOW: `http=localhost:${port}` },
  })
  beside = await openBeside(scene, { demo: true, port })
  walk = await startWalk(scene)
  besideWalk = await startWalk(beside)
}, startMillis)
afterAll(() => scene?.close())

const isAt = async (page: Page, { service }: Scene): Promise<void> =>
  page.waitForURL((url) => url.origin === service.url)

/** Announces the provider here, and gives the address for coming back. */
const announce = async (): Promise<string> => {
  const { page } = walk.administrator
  await walk.open(page, '/#/identityproviders/oidc/generic/add')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByLabel('Issuer').fill(`${beside.service.url}/api/oidc`)
  await page.getByLabel('Client ID').fill('as soon as it is known')
  await press(page, 'Add identity provider')
  const address = page.getByText(/^http:\S+\/idp\/complete\/[\w-]{36}$/)
  return address.innerText()
}

/** Registers this service there. */
const register = async (redirect: string) => {
  const { page } = besideWalk.administrator
  await besideWalk.open(page, '/#/applications/add')
  await page.getByText('Web application').first().click()
  await page.getByLabel('Name').fill('Acme')
  await page.getByLabel('Redirect addresses').first().fill(redirect)
  await page.getByLabel('Addresses after sign-out').first().fill(`${scene.service.url}/`)
  await press(page, 'Add application')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  const secret = /[\w-]{43}/.exec(await dialog.innerText())?.[0] ?? ''
  await dialog.getByRole('button').last().click()
  const clientId = await page
    .getByText(/^[0-9a-f]{32}$/)
    .first()
    .innerText()
  return { clientId, secret }
}

/** Each is told of the other. */
const connect = async (): Promise<void> => {
  const { clientId, secret } = await register(await announce())
  const { page } = walk.administrator
  await page.getByLabel('Client ID').fill(clientId)
  await page.getByLabel('Client secret').fill(secret)
  await press(page, 'Test the issuer')
  await page.getByText('Every step passed').waitFor()
  await press(page, 'Save')
  await page.getByText('The identity provider was saved').last().waitFor()
  await picture(page, 'an identity provider', 'light')
}

it('is linked, signs in, signs out there, too, and is unlinked', async () => {
  await connect()
  const { page, whoever } = await walk.meet('freya.andersson')
  const account = { ...whoever, userId: 'oskar.andersson' }
  const section = page.getByRole('region', { name: 'Accounts elsewhere' })

  /** Both services have the same pages: what is typed too early would be typed here. */
  const prove = async (): Promise<void> => {
    await isAt(page, beside)
    await givePassword(page, account)
    await isAt(page, scene)
  }
  /** Out of a session that began there: each of them asks. */
  const leave = async (): Promise<void> => {
    await walk.open(page, '/#/logout')
    for (const each of [scene, beside]) {
      await isAt(page, each)
      await page.getByRole('heading', { name: 'Sign out?' }).waitFor()
      await press(page, 'Sign out')
    }
    await isAt(page, scene)
    await page.getByLabel('User ID').waitFor()
  }

  await givePassword(page, whoever)
  await expectArrival(page)
  await walk.ownWays(page)
  await press(page, `Link ${name}`)
  await prove()
  await section
    .getByText(/^Linked /)
    .or(section.getByText('Linked'))
    .first()
    .waitFor()
  await picture(page, 'an account elsewhere', 'light')
  await walk.leave(page)

  // There somebody is signed in still.
  await press(page, `Continue with ${name}`)
  await expectArrival(page)
  await isAt(page, scene)
  await leave()

  // Nor are they there any more.
  await press(page, `Continue with ${name}`)
  await prove()
  await expectArrival(page)

  await walk.ownWays(page)
  await fromMenu(page, name, 'Remove')
  await confirm(page, 'Remove')
  await section.getByText('No account is linked.').waitFor()
  await leave()
  await press(page, `Continue with ${name}`)
  await prove()
  await page.getByRole('heading', { name: 'You are not signed in' }).waitFor()
  await page.getByRole('alert').first().waitFor()
  await press(page, 'Back')
  await page.getByLabel('User ID').waitFor()
  expect(await page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0)
}, 300_000)

it('left no fault in any page', () => {
  expect([...walk.faults(), ...besideWalk.faults()]).toEqual([])
})
