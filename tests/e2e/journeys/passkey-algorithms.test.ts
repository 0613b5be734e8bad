import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAuthenticator } from '../support/browser.ts'
import { openScene, type Scene } from '../support/scene.ts'
import { givePassword } from '../support/sign-in.ts'
import { expectArrival, press, startWalk, type Walk } from '../support/walk.ts'

let scene: Scene
let walk: Walk

beforeAll(async () => {
  scene = await openScene({ demo: true })
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

describe('a passkey of the browser’s own authenticator', () => {
  it.each([
    ['EdDSA', -8, 'mateo.andersson'],
    ['ES256', -7, 'leila.andersson'],
    ['RS256', -257, 'oskar.andersson'],
  ] as const)(
    'signs in by %s, and not when it does not find its holder',
    async (_name, algorithm, userId) => {
      const { visitor, page, whoever } = await walk.meet(userId)
      await visitor.context.addInitScript(choosing(algorithm))
      const key = await addAuthenticator(visitor)
      await givePassword(page, whoever)
      await expectArrival(page)
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
    200_000,
  )
})

it('left no fault in any page', () => {
  expect(walk.faults()).toEqual([])
})
