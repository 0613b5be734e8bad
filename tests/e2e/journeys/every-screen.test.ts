import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsSeen } from '../support/accessibility.ts'
import { anotherTab, newVisitor, openAnew, type Visitor } from '../support/browser.ts'
import { acceptTerms, demonstrationPerson } from '../support/demonstration.ts'
import { openScene, type Scene } from '../support/scene.ts'
import { hasParameter, leadsTo, screenPaths } from '../support/screens.ts'
import { signIn } from '../support/sign-in.ts'

/** Pictures in another language than English; what goes by English words is left out then. */
const language = process.env.SIGNET_PICTURES_LOCALE

let scene: Scene
let visitor: Visitor

beforeAll(async () => {
  scene = await openScene({ demo: true })
  visitor = await newVisitor(scene.browser)
  await visitor.page.goto(scene.service.url)
  await signIn(visitor.page, demonstrationPerson('ada'))
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

const at = (link: string, page = visitor.page): Promise<void> =>
  openAnew(page, `${scene.service.url}/${link}`)

let moves = 0

/** Opening an address is no activity: whoever does nothing else is asked, which hides the page. */
const stir = (page: Page): Promise<void> => {
  moves += 1
  return page.mouse.move(2 + (moves % 5), 2)
}

const open = async (link: string, page: Page): Promise<void> => {
  await at(link, page)
  await stir(page)
  const heading = page.getByRole('heading', { level: 1 })
  await heading.waitFor().catch((cause: unknown) => {
    throw new Error(`${link} shows no heading but ends at ${page.url()}`, { cause })
  })
  await look(link, page)
  const found: unknown = await page.evaluate(
    `[...document.querySelectorAll('a[href^="#/"]')].map((link) => link.getAttribute('href'))`,
  )
  if (Array.isArray(found)) for (const one of found) links.add(String(one))
}

/** While one tab waits for its screen the other one is looked at. */
const inTwoTabs = async (
  paths: readonly string[],
  work: (path: string, page: Page) => Promise<void>,
): Promise<void> => {
  const left = [...paths]
  const through = async ({ page }: Pick<Visitor, 'page'>): Promise<void> => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) await work(path, page)
  }
  const second = await anotherTab(visitor)
  await Promise.all([through(visitor), through(second)])
  await second.page.close()
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
      await at('#/myprofile')
      await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption(language)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.locator(`html[lang^="${language}"]`).waitFor()
    }
    expect(await page.locator('html').getAttribute('lang')).toContain(language ?? 'en')
  })

  it('shows every screen', async () => {
    const paths = await screenPaths()
    await inTwoTabs(
      paths.filter((path) => !hasParameter(path)),
      (path, page) => open(`#${path}`, page),
    )
    const linkTo = (path: string) =>
      [...links].find((link) => leadsTo(path, link) && !paths.includes(link.slice(1)))
    // A page may be led to by one that comes after it.
    let left = paths.filter(hasParameter)
    while (left.length > 0) {
      const next = left.filter((path) => linkTo(path) !== undefined)
      expect(next, `no page leads to ${left.join(', ')}`).not.toEqual([])
      left = left.filter((path) => !next.includes(path))
      await inTwoTabs(next, async (path, page) => {
        const first = linkTo(path) ?? ''
        await open(first, page)
        const tabs = [...links].filter((link) => link.startsWith(`${first}/`))
        for (const tab of tabs) await open(tab, page)
      })
    }
    expect(seen.splice(0)).toEqual([])
  }, 900_000)

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

  it('left no fault', () => {
    expect(visitor.faults).toEqual([])
  })
})
