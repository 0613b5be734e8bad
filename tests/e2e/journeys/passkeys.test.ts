import { createCertificate, pemOf } from '@signet/server/testing/access/certificates'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAuthenticator, newVisitor, type Visitor } from '../support/browser.ts'
import { inFullRuns } from '../support/full-run.ts'
import { picture } from '../support/pictures.ts'
import { openDemonstration, openScene, type Scene } from '../support/scene.ts'
import { chooseWay } from '../support/sign-in.ts'
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

let scene: Scene
let walk: Walk

beforeAll(async () => {
  scene = await openDemonstration()
  walk = await startWalk(scene)
})
afterAll(() => scene?.close())

/** Has the browser's authenticator choose among one algorithm alone, and notes what it chose. */
const choosing = (algorithm: number): string => `
  const create = navigator.credentials?.create.bind(navigator.credentials)
  // The empty page between two others has none.
  if (create !== undefined) navigator.credentials.create = async (options) => {
    const { publicKey } = options
    const pubKeyCredParams = publicKey.pubKeyCredParams.filter(({ alg }) => alg === ${algorithm})
    const made = await create({ ...options, publicKey: { ...publicKey, pubKeyCredParams } })
    localStorage.setItem('chosen', String(made.response.getPublicKeyAlgorithm()))
    return made
  }`

describe('a passkey', () => {
  it('signs in alone when it finds its holder, and is removed by an administrator', async () => {
    const { visitor, page } = await walk.enter('leila.becker')
    const key = await addAuthenticator(visitor)
    await walk.open(page, '/#/myprofile/authenticators/passkey')
    await page.getByLabel('Name').fill('This laptop')
    await press(page, 'Create passkey')
    await page.getByText('This laptop').first().waitFor()
    await key.recognise(false)
    await walk.leave(page)
    await press(page, 'Sign in with a passkey')
    await page.getByText('The passkey was not used').first().waitFor()
    await key.recognise(true)
    await press(page, 'Sign in with a passkey')
    await expectArrival(page)
    const ways = await walk.waysOf('leila.becker')
    await fromMenu(ways, 'This laptop', 'Remove')
    await confirm(ways, 'Remove')
    await hear(ways, 'Removed: This laptop')
    await walk.leave(page)
    await press(page, 'Sign in with a passkey')
    await page.getByRole('alert').first().waitFor()
    expect(await page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0)
  })
})

inFullRuns('a passkey of the browser’s own authenticator', () => {
  it.each([
    ['EdDSA', -8, 'mateo.becker'],
    ['ES256', -7, 'sofia.becker'],
    ['RS256', -257, 'oskar.becker'],
  ] as const)(
    'signs in by %s, and not when it does not find its holder',
    async (_name, algorithm, userId) => {
      const { visitor, page } = await walk.enter(userId)
      await visitor.context.addInitScript(choosing(algorithm))
      const key = await addAuthenticator(visitor)
      await walk.open(page, '/#/myprofile/authenticators/passkey')
      await press(page, 'Create passkey')
      await page.getByRole('heading', { level: 1, name: 'Sign-in methods' }).waitFor()
      expect(await page.evaluate("localStorage.getItem('chosen')")).toBe(String(algorithm))
      await key.recognise(false)
      await walk.leave(page)
      await press(page, 'Sign in with a passkey')
      await page.getByText('The passkey was not used').first().waitFor()
      await key.recognise(true)
      await press(page, 'Sign in with a passkey')
      await expectArrival(page)
    },
  )
})

/* What browsers show in TLS, which the service itself answers. */
inFullRuns('a certificate', () => {
  const owner = 'freya.andersson'
  const authority = createCertificate({ name: { CN: 'Acme CA' }, isAuthority: true })

  let secured: Scene
  let securedWalk: Walk
  beforeAll(async () => {
    secured = await openScene({ demo: true, withTls: true })
    securedWalk = await startWalk(secured)
  })
  afterAll(() => secured?.close())

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
    const own = { origin: secured.service.url, certificate: pemOf(made), key }
    const visitor = await newVisitor(secured.browser, { own })
    visitors.push(visitor)
    await securedWalk.open(visitor.page, '/#/')
    return visitor.page
  }

  const allow = async (): Promise<void> => {
    const { page } = securedWalk.administrator
    await securedWalk.open(page, '/#/settings/authenticators/certificates')
    await page.getByLabel('People sign in by a certificate').check()
    await page.getByLabel('Authorities that are believed').fill(pemOf(authority))
    await page.getByLabel('What that is of the user').selectOption('User ID')
    await pressAndHear(page, 'Save', 'Saved')
    await securedWalk.open(page, '/#/authenticationflow/add')
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

  it('signs its owner in, and nobody else', async () => {
    await allow()
    const page = await holding(owner)
    await tryAs(page, owner)
    await picture(page, 'signed in by a certificate', 'light')
    await expectArrival(page)

    const stranger = await holding('oskar.andersson')
    await tryAs(stranger, owner)
    await stranger.getByRole('alert').first().waitFor()
    const { page: bare } = await securedWalk.meet(owner)
    await tryAs(bare, owner)
    await bare.getByRole('alert').first().waitFor()
    expect(await bare.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0)
    expect([...securedWalk.faults(), ...visitors.flatMap(({ faults }) => faults)]).toEqual([])
  })
})

it('left no fault in any page', () => {
  expect(walk.faults()).toEqual([])
})
