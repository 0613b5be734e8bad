import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inFullRuns } from '../support/full-run.ts'
import { faceProvider } from '../support/outside/faces.ts'
import { startOutside } from '../support/outside/services.ts'
import { picture } from '../support/pictures.ts'
import { openBeside, openScene, type Scene } from '../support/scene.ts'
import { freePort } from '../support/service.ts'
import { givePassword } from '../support/sign-in.ts'
import {
  confirm,
  expectArrival,
  fromMenu,
  hear,
  press,
  pressAndHear,
  startWalk,
  type Walk,
} from '../support/walk.ts'

/* What services outside judge: a face, and an account at another service of this kind. */

describe('a face', () => {
  const faces = faceProvider(() => outside.of('faces'), 'a-token-of-the-provider')
  let outside: Awaited<ReturnType<typeof startOutside>>
  let scene: Scene
  let walk: Walk

  /** Fills what is labelled so, and saves it. */
  const set = async (path: string, fields: Readonly<Record<string, string | boolean>>) => {
    const { page } = walk.administrator
    await walk.open(page, path)
    for (const [label, value] of Object.entries(fields)) {
      const field = page.getByLabel(label, { exact: true })
      if (typeof value === 'string') await field.fill(value)
      else await field.setChecked(value)
    }
    await pressAndHear(page, 'Save', 'Saved')
  }

  beforeAll(async () => {
    outside = await startOutside({ faces: faces.service })
    scene = await openScene({ demo: true, environment: outside.environment })
    scene.onClose(() => outside.close())
    walk = await startWalk(scene)
    await set('/#/settings/onfido', {
      'Address of the API': `${outside.of('faces')}/v3.6`,
      'Workflow for registrations': 'register',
      'Workflow for sign-ins': 'compare',
      'API token': 'a-token-of-the-provider',
      'Webhook token': 'a-token-of-its-calls',
    })
    await set('/#/settings/onfido/faces', { 'People may register their face': true })
  })
  afterAll(() => scene?.close())

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
    await page.getByText('No face is registered.').waitFor()
  }

  it('is registered at the provider, compared at a sign-in, and removed', async () => {
    const { page, visitor, knock } = await walk.enter('mateo.andersson')
    await register(page, 'Register face')
    await picture(page, 'own face', 'light')
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
    expect(faces.applicants.size).toBe(1)
    await walk.ownWays(page)
    await remove(page)
    expect(faces.applicants.size).toBe(0)
    await knock()
    await expectArrival(page)
    expect(walk.faults()).toEqual([])
  })
})

inFullRuns('an account elsewhere', () => {
  const name = 'Elsewhere'

  let scene: Scene
  let beside: Scene
  let walk: Walk
  let besideWalk: Walk
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
  })
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
    await hear(page, 'The identity provider was saved')
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
    /** Out of a session that began there: asked once here, and ended there with the session's proof. */
    const leave = async (): Promise<void> => {
      await walk.open(page, '/#/logout')
      await page.getByRole('heading', { name: 'Sign out?' }).waitFor()
      await press(page, 'Sign out')
      await page.getByLabel('User ID').waitFor()
      await isAt(page, scene)
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
    expect([...walk.faults(), ...besideWalk.faults()]).toEqual([])
  })
})
