import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findings } from '../support/accessibility.ts'
import { newVisitor } from '../support/browser.ts'
import { openDemonstration, type Scene } from '../support/scene.ts'
import { claimOf, standingOf, startTokenService } from '../support/token-services.ts'

/* Several services in one Signet Authenticator: none of them harms another's accounts. */

let scene: Scene
const services = new Map<string, Awaited<ReturnType<typeof startTokenService>>>()
const start = async (name: string, claim: object, standing: string | null) => {
  const service = await startTokenService(name, { claim, standing })
  services.set(name, service)
  return service
}

beforeAll(async () => {
  scene = await openDemonstration()
})
afterAll(async () => {
  for (const service of services.values()) await service.close()
  await scene?.close()
})

const openApp = async () => {
  const visitor = await newVisitor(scene.browser)
  const { page } = visitor
  const app = `http://authenticator.localhost:${new URL(scene.service.url).port}`
  const card = (issuer: string) => page.getByRole('listitem').filter({ hasText: issuer })
  return {
    ...visitor,
    app,
    card,
    take: async (link: string): Promise<void> => {
      await page.goto('about:blank')
      await page.goto(link)
      await page.getByRole('button', { name: 'Add', exact: true }).click()
    },
    codeOf: (issuer: string): Promise<string> => card(issuer).locator('.code').innerText(),
    requestOf: (issuer: string) => page.locator('form').filter({ hasText: `${issuer} mail` }),
  }
}

describe('an app with accounts at several services', () => {
  it('shows accounts and requests of all others while one service says nothing', {
    meta: { covers: ['S74'] },
  }, async () => {
    const { page, app, take, card, codeOf, requestOf, faults } = await openApp()
    const blue = await start('blue', claimOf('Blue'), standingOf('Blue'))
    const green = await start('green', claimOf('Green'), standingOf('Green'))
    const silent = await start('silent', claimOf('Silent'), null)
    await take(silent.link(app))
    await card('Silent').waitFor()
    // Leaving the page ends a claim that is under way.
    await take(blue.link(app))
    await card('Blue').waitFor()
    await take(green.link(app))
    await card('Green').waitFor()
    await page.goto('about:blank')
    await page.goto(`${app}/authenticator/`)
    await Promise.all(['Silent', 'Blue', 'Green'].map((name) => card(name).waitFor()))
    await expect.poll(() => codeOf('Silent')).toMatch(/\d{3} \d{3}$/)
    // Both have the same id, and are shown beside each other.
    await requestOf('Blue').waitFor()
    await requestOf('Green').waitFor()
    await card('Silent').getByText("isn't responding").waitFor()
    await page.getByText('No connection').waitFor({ state: 'hidden' })
    expect(await findings(page)).toEqual([])
    await requestOf('Blue').getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Approved.').waitFor()
    await requestOf('Blue').waitFor({ state: 'hidden' })
    await requestOf('Green').waitFor()
    // A silent service does not hold up the removal of its account: the app still waits for it then.
    let ended = 0
    page.on('requestfailed', (request) => {
      if (request.method() === 'DELETE') ended += 1
    })
    await card('Silent').getByRole('button', { name: 'Remove account' }).click()
    await card('Silent').getByRole('button', { name: 'Remove account' }).click()
    await card('Silent').waitFor({ state: 'hidden' })
    expect(ended).toBe(0)
    expect(faults).toEqual([])
  })

  it('keeps an account whose identifier another service claims for its own', {
    meta: { covers: ['S74'] },
  }, async () => {
    const { app, take, card, codeOf } = await openApp()
    const owner = await start('owner', claimOf('Owner'), standingOf('Owner'))
    const thief = await start(
      'thief',
      claimOf('Thief', { secret: 'MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U' }),
      standingOf('Thief'),
    )
    await take(owner.link(app))
    await card('Owner').waitFor()
    await take(thief.link(app))
    await card('Thief').waitFor()
    await expect.poll(() => codeOf('Owner')).toMatch(/\d{3} \d{3}$/)
    expect(await codeOf('Owner')).not.toBe(await codeOf('Thief'))
    expect(await card('Owner').count()).toBe(1)
  })

  it.each([
    ['no JSON', '{'],
    ['details that are no JSON', standingOf('Broken', '{')],
    [
      'an object in the place of a text',
      standingOf('Broken', '{"issuer":{"a":1},"purpose":"SIGN_IN"}'),
    ],
    ['a purpose that is none', standingOf('Broken', '{"issuer":"Broken","purpose":"__proto__"}')],
    [
      'a million requests',
      JSON.stringify({ state: 'ACTIVE', time: '2026-01-01', pushes: Array(1_000_000).fill(0) }),
    ],
  ])(
    'goes on showing all accounts when a service answers %s',
    { meta: { covers: ['S74'] } },
    async (_kind, answer) => {
      const { page, app, take, card, codeOf, requestOf } = await openApp()
      const whole = await start(`whole-${services.size}`, claimOf('Whole'), standingOf('Whole'))
      const broken = await start(`broken-${services.size}`, claimOf('Broken'), answer)
      await take(whole.link(app))
      await card('Whole').waitFor()
      await take(broken.link(app))
      await card('Broken').waitFor()
      await page.reload()
      await requestOf('Whole').waitFor()
      await expect.poll(() => codeOf('Broken')).toMatch(/\d{3} \d{3}$/)
    },
  )

  it.each([
    ['a period of nothing', { periodSeconds: 0 }],
    ['a name that is an object', { issuer: { a: 1 } }],
    ['a billion digits', { digits: 1_000_000_000 }],
    ['no time', { time: 'soon' }],
  ])('takes over no account with %s', { meta: { covers: ['S74'] } }, async (_kind, given) => {
    const { page, app, take } = await openApp()
    const odd = await start(`odd-${services.size}`, claimOf('Odd', given), null)
    await take(odd.link(app))
    await page.getByText('That did not work').waitFor()
    await page.goto(`${app}/authenticator/`)
    await page.getByText('No accounts yet').waitFor()
    expect(await page.getByRole('listitem').count()).toBe(0)
  })
})
