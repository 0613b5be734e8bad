import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultsSeen } from '../support/accessibility.ts'
import { newVisitor, openAnew, type Visitor } from '../support/browser.ts'
import { acceptTerms, demonstrationPerson } from '../support/demonstration.ts'
import { giveCells, printCard } from '../support/grid-card.ts'
import { openScene, type Scene } from '../support/scene.ts'
import { givePassword, signIn } from '../support/sign-in.ts'

let scene: Scene
let administrator: Visitor
let person: Visitor

beforeAll(async () => {
  scene = await openScene({ demo: true })
  administrator = await newVisitor(scene.browser)
  person = await newVisitor(scene.browser)
  await administrator.page.goto(scene.service.url)
  await signIn(administrator.page, demonstrationPerson('ada'))
  await acceptTerms(administrator.page)
})
afterAll(() => scene?.close())

const open = (page: Page, path: string): Promise<void> =>
  openAnew(page, `${scene.service.url}${path}`)

const expectArrival = async (page: Page): Promise<void> => {
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.waitFor()
  expect(await menu.isVisible()).toBe(true)
}

const knock = async (): Promise<void> => {
  const { page } = person
  await open(page, '/#/logout')
  const question = page.getByRole('heading', { name: 'Sign out?' })
  const isOut = page.getByRole('heading', { name: 'You are signed out' })
  await question.or(isOut).or(page.getByLabel('User ID')).waitFor()
  if (await question.isVisible()) await page.getByRole('button', { name: 'Sign out' }).click()
  else if (await isOut.isVisible()) await open(page, '/#/')
  await page.getByLabel('User ID').waitFor()
  await givePassword(page, demonstrationPerson('mateo.andersson'))
}

it('people sign in by a flow that an administrator has just drawn', async () => {
  const { page } = person
  await open(page, '/#/')
  await givePassword(page, demonstrationPerson('mateo.andersson'))
  await expectArrival(page)
  await open(page, '/#/myprofile/authenticators')
  await page.getByRole('button', { name: 'New card', exact: true }).first().click()
  const card = await printCard(page)
  const desk = administrator.page
  await open(desk, '/#/authenticationflow/add')
  await desk.getByLabel('Name').fill('Password, then card')
  // Codes of a token stay: by them the administrator can still come in.
  for (const name of ['Passkey or security key', 'Approval in the app']) {
    await desk.getByRole('button', { name: `Take ${name} out` }).click()
  }
  const drawn = desk.getByRole('list', { name: 'The steps of this flow' })
  await drawn.getByText('Grid card').waitFor()
  expect(await faultsSeen(desk, 'a flow as it is drawn')).toEqual([])
  // People without a card keep their password: administrators prove two factors in any case.
  await desk.getByLabel('Second factor asked').selectOption('Of whoever has one')
  await desk.getByRole('checkbox', { name: 'Everybody signs in by this flow' }).check()
  await desk.getByRole('button', { name: 'Save', exact: true }).click()
  await desk.getByRole('link', { name: 'Password, then card' }).waitFor()
  await knock()
  await giveCells(page, card)
  await expectArrival(page)
  expect(await faultsSeen(desk, 'the flows')).toEqual([])
}, 300_000)
