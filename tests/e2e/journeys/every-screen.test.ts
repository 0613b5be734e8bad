import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currentScope, isInScope } from '../../../scripts/test/scope.ts'
import { faultsSeen } from '../support/accessibility.ts'
import { anotherTab, type Visitor } from '../support/browser.ts'
import { acceptTerms } from '../support/demonstration.ts'
import { openWhole, turnTo } from '../support/quiet.ts'
import { openScene, type Scene } from '../support/scene.ts'
import {
  type ConsoleScreen,
  consoleScreens,
  hasParameter,
  leadsTo,
  oneOfEach,
} from '../support/screens.ts'
import { visitAs } from '../support/walk.ts'

/* Every screen in a run of everything; else one of each template, those that changed, one in eight. */

/** Pictures in another language than English; what goes by English words is left out then. */
const language = process.env.SIGNET_PICTURES_LOCALE

let scene: Scene
let visitor: Visitor

beforeAll(async () => {
  screens = await consoleScreens()
  scene = await openScene({ demo: true })
  await scene.database?.run('update tenants set legal_acknowledged = false')
  visitor = await visitAs(scene, 'ada')
  await visitor.page.goto(scene.service.url)
  await visitor.page.getByRole('dialog', { name: 'Terms of use' }).waitFor()
})
afterAll(() => scene?.close())

const seen: string[] = []
/**
 * By their addresses. A menu, which is no link, leads to the first; to the second nothing does for an
 * account that manages no fleet.
 */
const links = new Set(['#/smartcard/create/MIFARE_CLASSIC', '#/settings/fmaasalerts/mails'])

const look = async (place: string, page = visitor.page): Promise<void> => {
  seen.push(...(await faultsSeen(page, place)))
}

let screens: readonly ConsoleScreen[]

const screenAt = (address: string) => {
  const link = address.slice(address.indexOf('#'))
  return screens.find(({ path, aliases }) => [path, ...aliases].some((each) => leadsTo(each, link)))
}

const at = async (link: string, page = visitor.page): Promise<void> => {
  if (page.url().startsWith(`${scene.service.url}/#/`)) {
    return turnTo(page, link, { isSameScreen: screenAt(page.url()) === screenAt(link) })
  }
  await openWhole(page, `${scene.service.url}/${link}`)
}

let moves = 0

/** Opening an address is no activity: whoever does nothing else is asked, which hides the page. */
const stir = (page: Page): Promise<void> => {
  moves += 1
  return page.mouse.move(2 + (moves % 5), 2)
}

/** Opens a page for the links that it has. */
const leaf = async (link: string, page: Page): Promise<void> => {
  await at(link, page)
  await stir(page)
  const heading = page.getByRole('heading', { level: 1 })
  await heading.waitFor().catch((cause: unknown) => {
    throw new Error(`${link} shows no heading but ends at ${page.url()}`, { cause })
  })
  const found: unknown = await page.evaluate(
    `[...document.querySelectorAll('a[href^="#/"]')].map((link) => link.getAttribute('href'))`,
  )
  if (Array.isArray(found)) for (const one of found) links.add(String(one))
}

const open = async (link: string, page: Page): Promise<void> => {
  await leaf(link, page)
  await look(link, page)
}

/** While one tab waits for its screen the other one is looked at. */
const inTwoTabs = async <T>(
  all: readonly T[],
  work: (one: T, page: Page) => Promise<void>,
): Promise<void> => {
  const left = [...all]
  const through = async ({ page }: Pick<Visitor, 'page'>): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one, page)
  }
  const second = await anotherTab(visitor)
  await Promise.all([through(visitor), through(second)])
  await second.page.close()
}

const plain = (path: string): string => path.replaceAll(/\/:\w+\?/g, '')

/** The link to a screen, once a page has had one. */
const linkTo = (path: string): string | undefined => {
  if (!hasParameter(path)) return `#${plain(path)}`
  return [...links].find((link) => leadsTo(path, link) && !isScreen(link.slice(1)))
}

/** `/user/add` is none of `/user/:userId`. */
const isScreen = (path: string): boolean => screens.some((screen) => plain(screen.path) === path)

/** Opens a further address of a page, with what the link has in the place of its parameters. */
const openAlias = async (
  alias: string,
  { path, link }: { readonly path: string; readonly link: string },
  page: Page,
): Promise<void> => {
  const parts = link.slice(1).split('/')
  const valueOf = (name: string): string =>
    parts[path.split('/').indexOf(name)]?.split('?')[0] ?? 'any'
  await leaf(`#${alias.replaceAll(/:\w+/g, valueOf)}`, page)
  expect(await page.getByRole('heading', { level: 1 }).innerText()).not.toBe('Page not found')
}

/** Opens a screen, its further addresses and its tabs, wherever its link was found. */
const openWithTabs = async ({ path, aliases }: ConsoleScreen, page: Page): Promise<void> => {
  const first = linkTo(path) ?? ''
  await open(first, page)
  for (const alias of aliases) await openAlias(alias, { path, link: first }, page)
  if (!hasParameter(path)) return
  const tabs = [...links].filter((link) => link.startsWith(`${first}/`))
  for (const tab of tabs) await open(tab, page)
}

/** The pages that may lead to what has no link yet: its list, its feature's, any. */
const leadsFor = (left: readonly ConsoleScreen[], leafed: ReadonlySet<string>): string[] => {
  const lists = left.flatMap(({ parent }) => (parent === null ? [] : [parent]))
  const near = screens.filter(({ files: [file] }) => left.some(({ files }) => files[0] === file))
  return [...lists, ...[...near, ...screens].map(({ path }) => path)].filter(
    (path) => !leafed.has(path) && linkTo(path) !== undefined,
  )
}

const showAll = async (chosen: readonly ConsoleScreen[]): Promise<void> => {
  const leafed = new Set<string>()
  // A page may be led to by one that comes after it.
  let left = chosen
  while (left.length > 0) {
    const next = left.filter(({ path }) => linkTo(path) !== undefined)
    left = left.filter((screen) => !next.includes(screen))
    await inTwoTabs(next, openWithTabs)
    for (const { path } of next) leafed.add(path)
    if (next.length > 0) continue
    const [lead] = leadsFor(left, leafed)
    expect(lead, `no page leads to ${left.map(({ path }) => path).join(', ')}`).toBeDefined()
    leafed.add(lead ?? '')
    await leaf(linkTo(lead ?? '') ?? '', visitor.page)
  }
}

describe('the console', () => {
  it('asks for the terms of use', async () => {
    await look('terms of use')
    await acceptTerms(visitor.page)
    expect(seen.splice(0)).toEqual([])
  })

  it('speaks the language that is wanted', async () => {
    const { page } = visitor
    if (language !== undefined) {
      await at('#/myprofile/profile')
      await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption(language)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.locator(`html[lang^="${language}"]`).waitFor()
    }
    expect(await page.locator('html').getAttribute('lang')).toContain(language ?? 'en')
  })

  it.skipIf(language !== undefined)('shows what opens on top of a screen', async () => {
    const { page } = visitor
    await at('#/users')
    await page.getByRole('link', { name: 'Amelia Becker' }).waitFor()
    await page.getByRole('button', { name: /^Ada Lindqvist/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    await look('menu of the person')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Search or jump to' }).click()
    await page.getByRole('dialog').getByRole('combobox').fill('amelia becker')
    await page.getByRole('option', { name: /Amelia Becker/ }).waitFor()
    await look('palette')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'State' }).click()
    await look('filter')
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: 'Select row' }).nth(1).check()
    await look('selected users')
    await page.getByRole('toolbar').getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').waitFor()
    await look('question before many are deleted')
    await page.keyboard.press('Escape')
    await at('#/reports')
    await page.getByRole('row').nth(2).click()
    await page.getByRole('dialog').waitFor()
    await look('audit event')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByRole('dialog').waitFor()
    await look('filters of the audit report')
    expect(seen.splice(0)).toEqual([])
  })

  it.skipIf(language !== undefined)(
    'shows lists without rows, wrong fields, and what is missing',
    async () => {
      const { page } = visitor
      await at('#/users?q=nobody-of-this-name')
      await page.getByRole('heading', { level: 2 }).waitFor()
      await look('no users found')
      await at('#/user/add')
      await page.getByLabel('Email').fill('not-an-address')
      await page.getByRole('button', { name: 'Add user' }).click()
      await page.getByRole('alert').first().waitFor()
      await look('fields at fault')
      await at('#/user/01a1fe8d-0000-7000-8000-000000000000')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await look('missing user')
      expect(seen.splice(0)).toEqual([])
    },
  )

  it('shows every screen', {
    timeout: 900_000,
    meta: {
      covers: [
        'screen:authorization/add',
        'screen:authorization/{id}/ccg',
        'screen:emailTemplates',
        'screen:organizations',
        'screen:organizations/add/{tab}',
        'screen:organizations/{id}/{tab}',
        'screen:settings/activesyncaccess',
        'screen:settings/devices',
        'screen:settings/email',
        'screen:settings/onfido',
        'screen:settings/passthrough',
        'screen:settings/passthrough/add',
        'screen:settings/passthrough/{passthroughId}',
        'screen:settings/rba',
        'screen:theme',
      ],
    },
  }, async () => {
    const one = oneOfEach(screens, currentScope().seed)
    await showAll(
      screens.filter((screen) => one.includes(screen) || isInScope(screen.path, screen.files)),
    )
    expect(seen.splice(0)).toEqual([])
  })

  it('left no fault', () => {
    expect(visitor.faults).toEqual([])
  })
})
