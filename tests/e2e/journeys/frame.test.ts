import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsSeen } from '../support/accessibility.ts'
import { openAnew, type Visitor } from '../support/browser.ts'
import { picture } from '../support/pictures.ts'
import { openDemonstration, type Scene } from '../support/scene.ts'
import { inMenu } from '../support/sign-in.ts'
import { press, visitAs } from '../support/walk.ts'

let scene: Scene
let visitor: Visitor

beforeAll(async () => {
  scene = await openDemonstration()
  // Their name is changed, and in the end they are signed out.
  visitor = await visitAs(scene, 'sam')
})
afterAll(() => scene?.close())

const openList = async (list: string): Promise<void> => {
  await openAnew(visitor.page, `${scene.service.url}/#/${list}`)
  await visitor.page.getByRole('rowheader').first().waitFor()
}

const head = (name: string): Locator => visitor.page.getByRole('columnheader', { name })

const boxOf = async (place: Locator) => {
  const box = await place.boundingBox()
  if (box === null) throw new Error('it is not to be seen')
  return box
}

/** Roles as the browser tells them to those who listen. */
const rolesHeard = async (): Promise<Set<string>> => {
  const session = await visitor.page.context().newCDPSession(visitor.page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return new Set(nodes.map(({ role }) => String(role?.value)))
}

describe('a table', () => {
  afterAll(() => openAnew(visitor.page, `${scene.service.url}/#/myprofile/profile`))

  it('is told to those who listen', async () => {
    await openList('users')
    const heard = await rolesHeard()
    for (const role of ['grid', 'row', 'columnheader', 'rowheader', 'gridcell']) {
      expect(heard).toContain(role)
    }
  })

  it('stands in columns under heads that stay', async () => {
    const { page } = visitor
    const [above, below] = [head('Email'), page.getByRole('gridcell', { name: /@/ })]
    expect((await boxOf(below.first())).x).toBe((await boxOf(above)).x)
    const before = await boxOf(above)
    await page.mouse.move(before.x, before.y + 200)
    await page.mouse.wheel(0, 600)
    await expect.poll(async () => (await boxOf(below.first())).y).toBeLessThan(before.y)
    expect(await boxOf(above)).toEqual(before)
  })

  it('has columns that a pointer pulls wider, and gives their width back', async () => {
    const { page } = visitor
    const before = await boxOf(head('Email'))
    const edge = { x: before.x + before.width - 3, y: before.y + before.height / 2 }
    await page.mouse.move(edge.x, edge.y)
    await page.mouse.down()
    await page.mouse.move(edge.x + 60, edge.y, { steps: 4 })
    await page.mouse.up()
    const { width } = await boxOf(head('Email'))
    expect(Math.abs(width - before.width - 60)).toBeLessThan(2)
    await page.mouse.dblclick(before.x + width - 3, edge.y)
    expect((await boxOf(head('Email'))).width).toBe(before.width)
  })

  it('brings what the keys come to into sight', async () => {
    const { page } = visitor
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Control+End')
    await page.keyboard.press('PageUp')
    await page.keyboard.press('PageUp')
    await page.keyboard.press('PageUp')
    const focused = await boxOf(page.locator('td:focus, th:focus, td :focus, th :focus'))
    const { y, height } = await boxOf(head('Email'))
    expect(focused.y).toBeGreaterThanOrEqual(y + height - 1)
    await picture(page, 'table under the keyboard', 'light')
  })

  it('keeps the name of a row on a telephone while the rest scrolls by', async () => {
    const { page } = visitor
    await page.setViewportSize({ width: 390, height: 844 })
    await openList('users')
    const name = page.getByRole('rowheader').first()
    const email = page.getByRole('gridcell', { name: /@/ }).first()
    const before = await boxOf(email)
    await name.hover()
    await page.mouse.wheel(240, 0)
    await expect.poll(async () => (await boxOf(email)).x).toBeLessThan(before.x - 200)
    const grid = await boxOf(page.getByRole('grid').locator('..'))
    expect((await boxOf(name)).x).toBe(grid.x)
    expect((await boxOf(head('Name').first())).x).toBe(grid.x)
    await picture(page, 'table on a telephone', 'phone')
    await page.setViewportSize({ width: 1280, height: 800 })
  })
})

describe('tabs above a list', () => {
  afterAll(() => openAnew(visitor.page, `${scene.service.url}/#/myprofile/profile`))

  it('can be scrolled only where they do not fit', async () => {
    const { page } = visitor
    const row = page.getByRole('tablist').locator('xpath=ancestor::*[2]')
    const arrows = row.locator('[class*="scrollButton"]')
    await openList('reports')
    await page.getByRole('tab').nth(1).waitFor()
    expect(await page.getByRole('tab').count()).toBe(2)
    const [around, first] = [await boxOf(row), await boxOf(page.getByRole('tab').first())]
    expect(around.height).toBeGreaterThanOrEqual(first.height)
    expect(await arrows.count()).toBe(0)
    await page.setViewportSize({ width: 180, height: 800 })
    await expect.poll(() => arrows.count()).toBe(2)
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect.poll(() => arrows.count()).toBe(0)
  })
})

const offlineNotice = () => visitor.page.getByText('Connection lost. Trying again…')

describe('the frame of the console', () => {
  it('has a drawer of 260 px, always there on a large screen and opened on a small one', {
    meta: { covers: ['shell.drawer', 'constant:drawer.width'] },
  }, async () => {
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

  it('shows messages at the bottom', {
    meta: { covers: ['messages.snackbar-place'] },
  }, async () => {
    const { page } = visitor
    await page.getByLabel('Last name').fill('King')
    await page.getByRole('button', { name: 'Save' }).click()
    const message = page.getByRole('status').filter({ hasText: 'Saved' })
    await message.waitFor()
    const box = await message.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(800 - 60)
  })

  it('asks about unsaved changes, and leads on by itself once they are saved', async () => {
    const { page } = visitor
    const address = page.url()
    await page.getByLabel('Last name').fill('Lovelace')
    const other = page.locator('nav a[href]:not([aria-current])').first()
    await other.click()
    await press(page, 'Keep editing')
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
    expect(page.url()).toBe(address)
    const save = page.getByRole('button', { name: 'Save', exact: true })
    const buttons = await Promise.all([save.elementHandle(), other.elementHandle()])
    // In one turn: the link is clicked before the form is on its way.
    await page.evaluate(
      (both) =>
        both.forEach((one) =>
          one?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })),
        ),
      buttons,
    )
    await page.waitForURL((url) => url.href !== address)
    await openAnew(page, address)
    await expect.poll(() => page.getByLabel('Last name').inputValue()).toBe('Lovelace')
  })

  it('leads to the help about the page that is shown', {
    meta: { covers: ['help.paths'] },
  }, async () => {
    const { page, context } = visitor
    await page.getByRole('button', { name: /^Sam/ }).click()
    const [guide] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('menuitem', { name: 'Help for this page' }).click(),
    ])
    await guide.getByRole('heading', { level: 1, name: 'My profile' }).waitFor()
    expect(new URL(guide.url()).pathname).toBe('/documentation/help/en/profile')
    expect(await faultsSeen(guide, 'help')).toEqual([])
    await guide.close()
  })

  it('has the help of the page beside it, on a phone in its place', {
    meta: { covers: ['help.links'] },
  }, async () => {
    const { page } = visitor
    await page.getByRole('button', { name: 'Help for this page' }).click()
    const help = page.getByRole('complementary', { name: 'Help for this page' })
    await help.getByRole('heading', { level: 2, name: 'My profile' }).waitFor()
    expect(await page.getByLabel('Last name').isVisible()).toBe(true)
    expect(await faultsSeen(page, 'help beside the page')).toEqual([])
    await help.getByRole('searchbox').fill('recovery codes')
    await help
      .getByRole('button', { name: /recovery codes/i })
      .first()
      .click()
    await help.getByRole('heading', { level: 2 }).waitFor()
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
  })

  it('leads from a call of the reference to trying it, as oneself', {
    meta: { covers: ['help.openapi-paths'] },
  }, async () => {
    const { page } = visitor
    const reference = `${scene.service.url}/help/developer/apis/administration/openapi/`
    await openAnew(page, reference)
    await page.getByRole('searchbox').fill('listOwnSessions')
    await page.getByRole('button', { name: 'Search' }).click()
    expect(await faultsSeen(page, 'search in the reference')).toEqual([])
    await page.getByRole('main').getByRole('link').first().click()
    await page.getByText('GET /api/web/v1/self/sessions').waitFor()
    expect(await faultsSeen(page, 'a call of the reference')).toEqual([])
    await page.getByRole('link', { name: 'Try it in the console' }).click()
    await page.getByRole('button', { name: 'Send call' }).click()
    await page.getByRole('region', { name: 'Content of the answer' }).waitFor()
    const statuses = page.getByRole('definition').filter({ hasText: /^200/ })
    expect(await statuses.count()).toBeGreaterThan(0)
    expect(await faultsSeen(page, 'a call that was tried')).toEqual([])
  })

  it('keeps its page for when there is no connection, says so, and is back by itself', {
    meta: { covers: ['transport.fixed-voice-paths', 'shell.offline', 'service worker'] },
  }, async () => {
    const { page, context } = visitor
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    await page.reload()
    await (await inMenu(page, 'Users')).waitFor()
    await context.setOffline(true)
    await offlineNotice().waitFor()
    await (await inMenu(page, 'Users')).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'No connection' }).waitFor()
    await page.getByRole('button', { name: 'Refresh' }).waitFor()
    await context.setOffline(false)
    await (await inMenu(page, 'Users')).waitFor()
    expect(await offlineNotice().count()).toBe(0)
  })

  it('shows its pages where the browser has no room to keep them', async () => {
    const { page, context } = visitor
    const known = [...visitor.faults]
    const session = await context.newCDPSession(page)
    const origin = new URL(scene.service.url).origin
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
    await openAnew(page, `${scene.service.url}/#/organizations`)
    await page.getByRole('heading', { level: 1, name: 'Organizations' }).waitFor()
    expect(await page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
    await session.send('Storage.overrideQuotaForOrigin', { origin })
    await session.detach()
    expect(visitor.faults).toEqual(known)
  })

  it('ends in every tab when one signs out', {
    meta: { covers: ['session.cross-tab'] },
  }, async () => {
    const { page, context } = visitor
    const other = await context.newPage()
    await other.goto(`${scene.service.url}/#/users`)
    await (await inMenu(other, 'Users')).waitFor()
    await page.getByRole('button', { name: /^Sam/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(new URL(other.url()).hash).toBe('#/?redirect=%2Fusers')
  })
})
