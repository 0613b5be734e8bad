import { simulatedCard } from '@signet/server/modules/issuance/smart-card-profiles/simulated-card'
import { cardByTcp } from '@signet/server/security/site-agents/card-by-tcp'
import { startAgentProcess } from '@signet/server/testing/agent-process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultsSeen } from '../support/accessibility.ts'
import { newVisitor, openAnew } from '../support/browser.ts'
import { demonstrationPerson } from '../support/demonstration.ts'
import { goTo } from '../support/quiet.ts'
import { openDemonstration, type Scene } from '../support/scene.ts'
import { signIn } from '../support/sign-in.ts'
import { choose, visitAs } from '../support/walk.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openDemonstration()
})
afterAll(() => scene?.close())

it('the card office signs its operator in, who gives a smart card and takes it back', {
  meta: { covers: ['tenancy.portals'] },
}, async () => {
  const { page, faults } = await newVisitor(scene.browser)
  const office = scene.service.url.replace('localhost', 'cards.localhost')
  await page.goto(office)
  await signIn(page, demonstrationPerson('carl'))
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await openAnew(page, `${office}/#/smartcards`)
  await page.getByRole('link', { name: 'CAMPUS-1001' }).click()
  await page.getByRole('button', { name: 'Give' }).click()
  const dialog = page.getByRole('alertdialog')
  await choose(page, 'Holder', 'carl', /Carl Winther/)
  await dialog.getByRole('button', { name: 'Give' }).click()
  await page.getByRole('link', { name: 'carl' }).waitFor()
  const seen = await faultsSeen(page, 'card-office-smart-card')
  await page.getByRole('button', { name: 'Take back' }).click()
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await page.getByRole('button', { name: 'Give' }).waitFor()
  expect(seen).toEqual([])
  expect(faults).toEqual([])
})

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
  const { page, faults } = await visitAs(scene, 'ada')
  const open = (path: string): Promise<void> => goTo(page, `${scene.service.url}/#${path}`)
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
})
