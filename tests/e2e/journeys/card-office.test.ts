import { simulatedCard } from '@signet/server/modules/issuance/smart-card-profiles/simulated-card'
import { cardByTcp } from '@signet/server/security/site-agents/card-by-tcp'
import { startAgentProcess } from '@signet/server/testing/agent-process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultsSeen } from '../support/accessibility.ts'
import { newVisitor, openAnew, type Visitor } from '../support/browser.ts'
import { acceptTerms, demonstrationPerson } from '../support/demonstration.ts'
import { openScene, type Scene } from '../support/scene.ts'
import { signIn } from '../support/sign-in.ts'

let scene: Scene
let visitor: Visitor
beforeAll(async () => {
  scene = await openScene({ demo: true })
  visitor = await newVisitor(scene.browser)
  await visitor.page.goto(scene.service.url)
  await signIn(visitor.page, demonstrationPerson('ada'))
  await acceptTerms(visitor.page)
})
afterAll(() => scene?.close())

const open = (path: string): Promise<void> =>
  openAnew(visitor.page, `${scene.service.url}/#${path}`)

/** The day of one printer as it stands; the embedded database is not asked. */
const counts = `select completed, failed, reprinted from print_counts
  where printer_name = 'Card office'`

it('somebody is enrolled and gets a card, and a spoiled one is printed again for its reason', async () => {
  const { page, faults } = visitor
  const dialog = page.getByRole('alertdialog')
  await open('/credentials')
  await page.getByRole('link', { name: 'Visitors' }).waitFor()
  await page.getByRole('link', { name: 'Students' }).click()
  await page.getByRole('link', { name: 'Enroll somebody' }).click()
  await page.getByLabel('First name').fill('Nadia')
  await page.getByLabel('Last name').fill('Petrova')
  await page.getByLabel('Student number').fill('S-4799')
  await page.getByLabel('Valid until').fill('2029-09-30')
  const seen = await faultsSeen(page, 'card-office-enrolling')
  await page.getByRole('button', { name: 'Save and print' }).click()
  await dialog.getByLabel('Printer').selectOption('Card office')
  await dialog.getByRole('button', { name: 'Print', exact: true }).click()
  await page.getByText('One card waits to be printed.').waitFor()

  await open('/printqueue')
  const row = page.getByRole('row', { name: /Nadia Petrova/ })
  await row.first().getByText('Printed').waitFor()
  await page.getByRole('button', { name: 'Actions for Nadia Petrova' }).click()
  await page.getByRole('menuitem', { name: 'Print again' }).click()
  await dialog.getByLabel('Why').selectOption('MISPRINTED')
  await dialog.getByRole('button', { name: 'Print again' }).click()
  await expect.poll(() => row.count(), { timeout: 60_000 }).toBe(2)
  await expect
    .poll(() => row.getByText('Printed', { exact: true }).count(), { timeout: 60_000 })
    .toBe(2)
  seen.push(...(await faultsSeen(page, 'card-office-queue')))
  const closing = [{ completed: 2, failed: 0, reprinted: 1 }]
  expect((await scene.database?.run(counts)) ?? closing).toEqual(closing)
  expect(seen).toEqual([])
  expect(faults).toEqual([])
}, 240_000)

it('the card office signs its operator in, who gives a smart card and takes it back', async () => {
  const { page, faults } = await newVisitor(scene.browser)
  const office = scene.service.url.replace('localhost', 'cards.localhost')
  await page.goto(office)
  await signIn(page, demonstrationPerson('carl'))
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await openAnew(page, `${office}/#/smartcards`)
  await page.getByRole('link', { name: 'CAMPUS-1001' }).click()
  await page.getByRole('button', { name: 'Give' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Holder').fill('carl')
  await page.getByRole('option', { name: /Carl Winther/ }).click()
  await dialog.getByRole('button', { name: 'Give' }).click()
  await page.getByRole('link', { name: 'carl' }).waitFor()
  const seen = await faultsSeen(page, 'card-office-smart-card')
  await page.getByRole('button', { name: 'Take back' }).click()
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await page.getByRole('button', { name: 'Give' }).waitFor()
  expect(seen).toEqual([])
  expect(faults).toEqual([])
}, 240_000)

/** A proximity card: it asks for no keys. */
const proximityCard = () => {
  const none = { read: Buffer.alloc(0), write: Buffer.alloc(0) }
  const serialNumber = Buffer.from('04a1b2c3d4e5f607', 'hex')
  return simulatedCard('PROX', { serialNumber, keys: none, isBlank: true, leavesAfter: null })
}

const startSiteAgent = async (credential: string) => {
  const agent = startAgentProcess('packages/site-agent/src/main.ts', {
    SITE_AGENT_SERVICE_URL: scene.service.url,
    SITE_AGENT_CREDENTIAL: credential,
    SITE_AGENT_READERS: 'virtual',
  })
  scene.onClose(() => agent.stop())
  const { port } = await agent.told('virtual_reader')
  await cardByTcp(Number(port), proximityCard())
  await agent.told('started')
}

it('a site agent is added, a card in its reader is written, and it is revoked', async () => {
  const { page, faults } = visitor
  await open('/siteagents')
  await page.getByRole('link', { name: 'Add site agent' }).first().click()
  await page.getByLabel('Name').fill('Card office')
  await page.getByRole('button', { name: 'Add site agent' }).click()
  const shown = page.getByRole('dialog', { name: 'Credential' })
  const credential = (await shown.locator('code').textContent()) ?? ''
  const seen = await faultsSeen(page, 'site-agent-credential')
  await shown.getByRole('button', { name: 'I have copied it' }).click()
  await page
    .getByRole('row', { name: /Card office/ })
    .getByText('Never')
    .waitFor()

  await startSiteAgent(credential)
  await open('/smartcard')
  await page.getByRole('link', { name: 'Old gates' }).click()
  const reader = 'Virtual reader at Card office, with a card'
  await page.getByRole('option', { name: reader }).waitFor({ state: 'attached' })
  await page.getByLabel('Reader', { exact: true }).selectOption(reader)
  await page.getByRole('button', { name: 'Test card' }).click()
  await page.getByText('The card did all of it.').waitFor()
  seen.push(...(await faultsSeen(page, 'site-agent-reader')))

  await open('/siteagents')
  await page
    .getByRole('row', { name: /Virtual reader/ })
    .getByText('Connected')
    .waitFor()
  seen.push(...(await faultsSeen(page, 'site-agents')))
  await page.getByRole('button', { name: 'Actions for Card office' }).click()
  await page.getByRole('menuitem', { name: 'Revoke agent' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('textbox').fill('Card office')
  await dialog.getByRole('button', { name: 'Revoke agent' }).click()
  await page.getByRole('heading', { name: 'No site agents yet' }).waitFor()
  expect(seen).toEqual([])
  expect(faults).toEqual([])
}, 240_000)
