import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsSeen } from '../support/accessibility.ts'
import { newVisitor, type Visitor } from '../support/browser.ts'
import { demonstrationPerson } from '../support/demonstration.ts'
import { picture } from '../support/pictures.ts'
import { openScene, type Scene } from '../support/scene.ts'
import { inMenu, signIn } from '../support/sign-in.ts'
import { confirm, expectArrival, hear, press, pressAndHear, visitAs } from '../support/walk.ts'

/*
 * A provider helps in a tenant below it: ada administers the provider, rosa the tenant. Two tabs of the
 * provider show both ends: it leaves by itself, and the tenant ends its access.
 */

const tenant = 'Harbor Partners'
const reason = 'Sign-ins with tokens fail'

let scene: Scene
let provider: Visitor
let customer: Visitor
const visitors: Visitor[] = []
/** One app for the file: it gives no code twice. */
const rosa = demonstrationPerson('rosa')

beforeAll(async () => {
  scene = await openScene({ demo: true })
})
afterAll(() => scene?.close())

const atTenant = (path: string): string =>
  `${scene.service.url.replace('//localhost', '//reseller.localhost')}/#${path}`

/** Signed in anew: to enter a tenant takes a sign-in of the last five minutes. */
const comeAsProvider = async (): Promise<void> => {
  provider = await visitAs(scene, 'ada')
  visitors.push(provider)
}

/** Signed in anew: to grant access, and to end it, takes a sign-in of the last five minutes. */
const comeAsCustomer = async (): Promise<void> => {
  customer = await newVisitor(scene.browser)
  visitors.push(customer)
  await customer.page.goto(atTenant('/supportaccess'))
  await signIn(customer.page, rosa)
  await expectArrival(customer.page)
}

const atProvider = async (path: string): Promise<void> => {
  await provider.page.goto('about:blank')
  await provider.page.goto(`${scene.service.url}/#${path}`)
}

const openTenant = async (part: string): Promise<void> => {
  await atProvider('/serviceprovider/tenants')
  await provider.page.getByRole('link', { name: tenant }).click()
  await provider.page.getByRole('tab', { name: part }).click()
}

const openGrants = async (): Promise<void> => {
  await openTenant('Support access')
  await provider.page.getByText(reason).waitFor()
}

/** From the question in the provider's console into the tenant's, in a tab that opens. */
const proveAndEnter = async (page: Page): Promise<Page> => {
  const dialog = page.getByRole('dialog', { name: `Enter ${tenant}` })
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const opened = provider.context.waitForEvent('page')
  await dialog.getByRole('link', { name: `Open ${tenant}` }).click()
  const tab = await opened
  tab.on('pageerror', (error) => provider.faults.push(String(error)))
  await tab.getByRole('heading', { name: `Enter ${tenant}` }).waitFor()
  expect(tab.url()).not.toContain('challenge')
  expect(await faultsSeen(tab, 'support entry')).toEqual([])
  await press(tab, 'Enter tenant')
  await expectArrival(tab)
  await tab.getByText(`Support access to ${tenant} until`).waitFor()
  return tab
}

const enter = async (): Promise<Page> => {
  await press(provider.page, 'Enter tenant')
  return proveAndEnter(provider.page)
}

/** What the tenant's log has of the provider, as the page of the grant shows it. */
const actsShown = async (): Promise<string> => {
  await customer.page.goto('about:blank')
  await customer.page.goto(atTenant('/supportaccess'))
  await customer.page.getByRole('link', { name: reason }).click()
  await customer.page.getByText('Support session started').first().waitFor()
  return customer.page.getByRole('main').innerText()
}

describe('support access', () => {
  it('is granted by an administrator of the tenant', async () => {
    await comeAsCustomer()
    const { page } = customer
    await press(page, 'Grant access')
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel('Reason').fill(reason)
    await confirm(page, 'Grant access')
    await hear(page, 'Access granted')
    expect(await page.getByRole('link', { name: reason }).isVisible()).toBe(true)
  })

  it('opens the console of the tenant to the provider, read-only', async () => {
    await comeAsProvider()
    await openGrants()
    const tab = await enter()
    await picture(tab, 'the console of a tenant under a support grant', 'light')
    expect(await faultsSeen(tab, 'console under a grant')).toEqual([])
    await (await inMenu(tab, 'Users')).click()
    await tab.getByRole('link', { name: /rosa/i }).first().waitFor()
    expect(await tab.getByRole('button', { name: 'Add user' }).count()).toBe(0)
    expect(await tab.getByRole('link', { name: 'Add user' }).count()).toBe(0)
    await tab.getByRole('link', { name: /rosa/i }).first().click()
    await tab.getByRole('heading', { level: 1, name: /rosa/i }).waitFor()
    expect(await tab.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await tab.reload()
    await tab.getByText(`Support access to ${tenant} until`).waitFor()

    await press(tab, 'Leave')
    await tab.getByRole('heading', { name: 'You left the tenant' }).waitFor()
    await tab.close()
    const acts = await actsShown()
    expect(acts).toContain('Session ended')
    // Its console asks for nothing that it may not have.
    expect(acts).not.toContain('Request rejected')
  })

  it('begins on the sign-in page of the tenant, where the provider shows its sign-in', async () => {
    await comeAsProvider()
    await openTenant('Provider sign-in')
    const { page, context } = provider
    await page.getByText('Leads to').waitFor()
    expect(await faultsSeen(page, 'provider sign-in')).toEqual([])
    await page.getByRole('checkbox', { name: 'Show on the tenant’s sign-in page' }).check()
    await pressAndHear(page, 'Save', 'Saved')
    const signInPage = await context.newPage()
    const offer = signInPage.getByRole('button', { name: /^Sign in as / })
    // The sign-in page knows it after a second.
    const offers = async (): Promise<number> => {
      await signInPage.goto('about:blank')
      await signInPage.goto(atTenant('/'))
      await signInPage.getByLabel('User ID').waitFor()
      return offer.count()
    }
    await expect.poll(offers).toBe(1)
    expect(await faultsSeen(signInPage, 'sign-in page with the sign-in of a provider')).toEqual([])
    await picture(signInPage, 'the sign-in page of a tenant with provider sign-in', 'light')
    await offer.click()
    const tab = await proveAndEnter(signInPage)
    await tab.close()
    await signInPage.close()
  })

  it('ends for the provider when the tenant ends it', async () => {
    await comeAsCustomer()
    await comeAsProvider()
    await openGrants()
    const tab = await enter()
    const { page } = customer
    await page.goto('about:blank')
    await page.goto(atTenant('/supportaccess'))
    await page.getByRole('button', { name: `Actions for ${reason}` }).click()
    await page.getByRole('menuitem', { name: 'End access' }).click()
    await confirm(page, 'End access')
    await hear(page, 'Access ended')
    await tab.getByRole('heading', { name: 'Support access has ended' }).waitFor()
    expect(await tab.evaluate(() => sessionStorage.length)).toBe(0)
    expect(await faultsSeen(tab, 'support access has ended')).toEqual([])
    await tab.reload()
    await tab.getByLabel('User ID').waitFor()
    await openGrants()
    expect(await provider.page.getByRole('button', { name: 'Enter tenant' }).count()).toBe(0)
  })

  it('without any fault of the pages', () => {
    expect(visitors.flatMap(({ faults }) => faults)).toEqual([])
  })
})
