import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsSeen } from '../support/accessibility.ts'
import { newVisitor, type Visitor } from '../support/browser.ts'
import { acceptTerms, demonstrationPerson } from '../support/demonstration.ts'
import { openScene, type Scene } from '../support/scene.ts'
import { hasParameter, leadsTo, screenPaths } from '../support/screens.ts'
import { signIn } from '../support/sign-in.ts'

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
const links = new Set<string>()

const look = async (place: string): Promise<void> => {
  seen.push(...(await faultsSeen(visitor.page, place)))
}

const open = async (link: string): Promise<void> => {
  const { page } = visitor
  await page.goto(`${scene.service.url}/${link}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await look(link)
  const found: unknown = await page.evaluate(
    `[...document.querySelectorAll('a[href^="#/"]')].map((link) => link.getAttribute('href'))`,
  )
  if (Array.isArray(found)) for (const one of found) links.add(String(one))
}

describe('the console', () => {
  it('asks for the terms of use', async () => {
    await look('terms of use')
    await acceptTerms(visitor.page)
    expect(seen.splice(0)).toEqual([])
  })

  it('shows every screen', async () => {
    const paths = await screenPaths()
    for (const path of paths) if (!hasParameter(path)) await open(`#${path}`)
    for (const path of paths.filter(hasParameter)) {
      const first = [...links].find((link) => leadsTo(path, link) && !paths.includes(link.slice(1)))
      expect(first, `no page leads to ${path}`).toBeDefined()
      await open(first ?? '')
      for (const tab of [...links].filter((link) => link.startsWith(`${first}/`))) await open(tab)
    }
    expect(seen.splice(0)).toEqual([])
  })

  it('left no fault', () => {
    expect(visitor.faults).toEqual([])
  })
})
