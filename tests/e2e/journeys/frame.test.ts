import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsSeen } from '../support/accessibility.ts'
import { newVisitor, type Visitor } from '../support/browser.ts'
import { acceptTerms, demonstrationPerson } from '../support/demonstration.ts'
import { openScene, type Scene } from '../support/scene.ts'
import { inMenu, signIn } from '../support/sign-in.ts'

let scene: Scene
let visitor: Visitor

beforeAll(async () => {
  scene = await openScene({ demo: true })
  visitor = await newVisitor(scene.browser)
  await visitor.page.goto(`${scene.service.url}/#/myprofile`)
  await signIn(visitor.page, demonstrationPerson('ada'))
  await acceptTerms(visitor.page)
})
afterAll(() => scene?.close())

const offlineNotice = () => visitor.page.getByText('No connection', { exact: true })

describe('the frame of the console', () => {
  it('has a drawer of 260 px, always there on a large screen and opened on a small one', async () => {
    const { page } = visitor
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    const drawer = await menu.locator('..').boundingBox()
    expect([drawer?.x, drawer?.width]).toEqual([0, 260])
    await page.setViewportSize({ width: 600, height: 800 })
    await menu.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await menu.waitFor()
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1280, height: 800 })
    await menu.waitFor()
  })

  it('shows messages at the bottom', async () => {
    const { page } = visitor
    await page.getByLabel('Last name').fill('King')
    await page.getByRole('button', { name: 'Save' }).click()
    const message = page.getByRole('status').filter({ hasText: 'Saved' })
    await message.waitFor()
    const box = await message.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(800 - 60)
  })

  it('leads to the help about the page that is shown', async () => {
    const { page, context } = visitor
    await page.getByRole('button', { name: /^Ada/ }).click()
    const [guide] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('menuitem', { name: 'Help for this page' }).click(),
    ])
    await guide.getByRole('heading', { level: 1, name: 'My profile' }).waitFor()
    expect(new URL(guide.url()).pathname).toBe('/documentation/help/en/profile')
    expect(await faultsSeen(guide, 'help')).toEqual([])
    await guide.close()
  })

  it('keeps its page for when there is no connection, says so, and asks to refresh', async () => {
    const { page, context } = visitor
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    await page.reload()
    await inMenu(page, 'Users').waitFor()
    await context.setOffline(true)
    await offlineNotice().waitFor()
    await inMenu(page, 'Users').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'No connection' }).waitFor()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await inMenu(page, 'Users').waitFor()
    expect(await offlineNotice().count()).toBe(0)
  })

  it('ends in every tab when one signs out', async () => {
    const { page, context } = visitor
    const other = await context.newPage()
    await other.goto(`${scene.service.url}/#/users`)
    await inMenu(other, 'Users').waitFor()
    await page.getByRole('button', { name: /^Ada/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await other.getByRole('heading', { name: 'You are signed out' }).waitFor()
    await other.getByRole('button', { name: 'Sign in' }).click()
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(new URL(other.url()).hash).toBe('#/?redirect=%2Fusers')
  })
})
