import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultsSeen } from '../support/accessibility.ts'
import { newVisitor, openAnew, type Visitor } from '../support/browser.ts'
import { mailTo } from '../support/demonstration.ts'
import { openDemonstration, type Scene } from '../support/scene.ts'

let scene: Scene
let visitor: Visitor
beforeAll(async () => {
  scene = await openDemonstration()
  visitor = await newVisitor(scene.browser)
})
afterAll(() => scene?.close())

const email = 'new.person@acme.example'
const password = 'Morgen-Kessel-58-Tau'

const open = (path: string): Promise<void> => openAnew(visitor.page, `${scene.service.url}${path}`)
const press = (name: string): Promise<void> =>
  visitor.page.getByRole('button', { name, exact: true }).click()

const seen: string[] = []

/** Looks at the page under this title. */
const look = async (title: string): Promise<void> => {
  const { page } = visitor
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  seen.push(...(await faultsSeen(page, `${title} of who signs up`)))
}

const link = /\/signup\/confirm\/[\w-]{22}/

/** The link in the mail, once it has come. */
const linkMailed = async (): Promise<string> => {
  const sent = async () => link.exec(await mailTo(scene.service.url, email, link))?.[0]
  await expect.poll(sent, { timeout: 60_000, interval: 500 }).toBeDefined()
  return (await sent()) ?? ''
}

it('somebody without an account signs up by mail, and opens the portal', {
  meta: { covers: ['screen:signup'] },
}, async () => {
  const { page } = visitor
  await open('/')
  await press('Create an account')
  await look('Create an account')
  await page.getByLabel('Email').fill(email)
  await press('Continue')
  await look('Look into your mailbox')
  await open(await linkMailed())
  await look('Set up your account')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press('Create account')
  await look('Your account is ready')
  await press('Continue')
  await page.getByText('Signet asks for this once, before you go on.').waitFor()
  await press('Continue')
  await look('My applications')
  await press('Add Wiki to favourites')
  await page.reload()
  await page.getByRole('button', { name: 'Remove Wiki from favourites' }).waitFor()
  expect(seen).toEqual([])
  expect(visitor.faults).toEqual([])
})
