import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findings } from '../support/accessibility.ts'
import { newVisitor, type Visitor } from '../support/browser.ts'
import { openDemonstration, type Scene } from '../support/scene.ts'

/* The lock of the Signet Authenticator, by what recognises the owner of a device. */

const link = (name: string): string =>
  `otpauth://totp/Acme:${name}?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Acme`

let scene: Scene
beforeAll(async () => {
  scene = await openDemonstration()
})
afterAll(() => scene?.close())

/** A phone whose authenticator has, or has not, a pseudo-random function of its own. */
const phoneWith = async (hasPrf: boolean) => {
  const visitor: Visitor = await newVisitor(scene.browser)
  const { context, page } = visitor
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const { port } = new URL(scene.service.url)
  await page.goto(`http://authenticator.localhost:${port}/authenticator/`)
  const press = (name: string): Promise<void> => page.getByRole('button', { name }).click()
  return {
    ...visitor,
    press,
    add: async (name: string): Promise<void> => {
      await press('Add account')
      await page.getByLabel('Link').fill(link(name))
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByText(name, { exact: true }).waitFor()
    },
    recognises: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** Of each account, whether its key lies there as it is, encrypted, or so that it can be read out. */
    kept: (): Promise<unknown> =>
      page.evaluate(`new Promise((resolve) => {
        indexedDB.open('signet-authenticator').onsuccess = ({ target }) => {
          target.result.transaction('accounts').objectStore('accounts').getAll().onsuccess =
            (got) => {
              resolve(got.target.result.map(({ name, secret, sealed }) =>
                [name, sealed ? 'sealed' : 'plain', secret?.extractable ?? null]).sort())
              target.result.close()
            }
        }
      })`),
  }
}

describe('the lock of the app', () => {
  it('encrypts what is added under it, opens to the owner alone, and is turned off again', async () => {
    const phone = await phoneWith(true)
    const { page, press } = phone
    await phone.add('before')
    await press('Turn on app lock')
    await page.getByText('not encrypted').waitFor()
    await phone.add('under')
    expect(await findings(page)).toEqual([])
    expect(await phone.kept()).toEqual([
      ['before', 'plain', false],
      ['under', 'sealed', null],
    ])
    await press('Lock now')
    await page.getByText('The app is locked.').waitFor()
    await page.reload()
    await page.getByText('The app is locked.').waitFor()
    expect(await page.getByText('Acme').count()).toBe(0)
    expect(await findings(page)).toEqual([])
    await press('Unlock')
    await page.getByText('under', { exact: true }).waitFor()
    // Both have one secret: the encrypted one makes the same codes.
    const codes = (): Promise<string[]> => page.locator('.code > span:last-child').allInnerTexts()
    await expect
      .poll(async () => [...new Set(await codes())])
      .toEqual([expect.stringMatching(/^\d{3} \d{3}$/)])
    expect(await codes()).toHaveLength(2)
    await press('Turn off app lock')
    await page.getByRole('button', { name: 'Turn on app lock' }).waitFor()
    expect(await phone.kept()).toEqual([
      ['before', 'plain', false],
      ['under', 'plain', false],
    ])
    await page.reload()
    await page.getByText('under', { exact: true }).waitFor()
    expect(phone.faults).toEqual([])
  })

  it('stays closed to whoever the device does not recognise', async () => {
    const phone = await phoneWith(true)
    const { page, press } = phone
    await press('Turn on app lock')
    await phone.add('closed')
    await press('Lock now')
    // The device gives up after a few tries: nobody is let in from then on.
    await phone.recognises(false)
    await press('Unlock')
    await page.getByText('That did not work').waitFor()
    expect(await page.getByText('closed', { exact: true }).count()).toBe(0)
    expect(phone.faults).toEqual([])
  })

  it('locks itself once nobody has touched the app for five minutes', async () => {
    const { page, press, add } = await phoneWith(true)
    await page.clock.install()
    await page.reload()
    await add('idle')
    await press('Turn on app lock')
    await page.getByRole('button', { name: 'Lock now' }).waitFor()
    await page.clock.runFor(4 * 60_000)
    expect(await page.getByText('idle', { exact: true }).count()).toBe(1)
    await page.clock.runFor(2 * 60_000)
    await page.getByText('The app is locked.').waitFor()
    expect(await page.getByText('idle', { exact: true }).count()).toBe(0)
  })

  it('says that it hides and does not encrypt where the device gives no key', async () => {
    const phone = await phoneWith(false)
    const { page, press } = phone
    await press('Turn on app lock')
    await page.getByText('cannot encrypt them').waitFor()
    await phone.add('hidden')
    expect(await phone.kept()).toEqual([['hidden', 'plain', false]])
    await press('Lock now')
    await phone.recognises(false)
    await press('Unlock')
    await page.getByText('That did not work').waitFor()
    expect(await page.getByText('hidden', { exact: true }).count()).toBe(0)
    await phone.recognises(true)
    await press('Unlock')
    await page.getByText('hidden', { exact: true }).waitFor()
    expect(phone.faults).toEqual([])
  })
})
