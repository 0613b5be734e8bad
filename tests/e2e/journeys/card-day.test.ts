import { drawSide } from '@signet/card/draw'
import { sampleValues } from '@signet/card/samples'
import { templates } from '@signet/card/templates'
import { shaper } from '@signet/card/testing/fonts'
import {
  isPrinterInstalled,
  openShelf,
  type PrinterShelf,
  type TestPrinter,
} from '@signet/server/testing/printers/ippeveprinter'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultsSeen } from '../support/accessibility.ts'
import { type Visitor } from '../support/browser.ts'
import { inFullRuns } from '../support/full-run.ts'
import { goTo } from '../support/quiet.ts'
import { openScene, type Scene } from '../support/scene.ts'
import { hear, pressAndHear, visitAs } from '../support/walk.ts'

/* A day in the card office, from a design to the counts of the evening: simulated printer and CUPS’s. */

let scene: Scene
let visitor: Visitor
let shelf: PrinterShelf | null = null
let corridor: TestPrinter | null = null
const seen: string[] = []
beforeAll(async () => {
  shelf = isPrinterInstalled ? await openShelf() : null
  corridor = shelf === null ? null : await shelf.printer()
  const environment = { SIGNET_OUTBOUND_ALLOW: `printer=127.0.0.1:${corridor?.port ?? 9}` }
  scene = await openScene({ demo: true, environment })
  visitor = await visitAs(scene, 'ada')
})
afterAll(async () => {
  await scene?.close()
  await shelf?.close()
})

const open = (path: string): Promise<void> => goTo(visitor.page, `${scene.service.url}/#${path}`)

const printer = 'Front desk'
const row = (name: string) => visitor.page.getByRole('row', { name: new RegExp(name) })

/** What the simulated printer suffers from now on. */
const suffer = async (fault: string): Promise<void> => {
  const { page } = visitor
  await open('/printers')
  await page.getByRole('link', { name: printer }).click()
  await page.getByRole('tab', { name: 'Preferences' }).click()
  await page.getByLabel('Suffers').selectOption(fault)
  await pressAndHear(page, 'Save', `${printer} has been saved.`)
}

interface Guest {
  readonly first: string
  readonly last: string
  readonly number: string
}

/** The form of somebody, filled in. */
const enrol = async ({ first, last, number }: Guest): Promise<void> => {
  const { page } = visitor
  await open('/credentials')
  await page.getByRole('link', { name: 'Guest lecturers' }).click()
  await page.getByRole('link', { name: 'Enroll somebody' }).first().click()
  await page.getByLabel('First name').fill(first)
  await page.getByLabel('Last name').fill(last)
  await page.getByLabel('Student number').fill(number)
  await page.getByLabel('Faculty').fill('Law')
  await page.getByLabel('Valid until').fill('2029-09-30')
}

const saveAndPrint = async (name: string): Promise<void> => {
  const { page } = visitor
  await page.getByRole('button', { name: 'Save and print' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Printer').selectOption(name)
  await dialog.getByRole('button', { name: 'Print', exact: true }).click()
  await hear(page, 'One card waits to be printed.')
}

type Counts = Readonly<Record<'completed' | 'failed' | 'reprinted', number>>

/** What the day’s work at a printer came to, also over midnight; the embedded database is not asked. */
const expectCounted = async (name: string, counts: Counts): Promise<void> => {
  const today = await scene.database?.run(`select sum(completed)::int as completed,
      sum(failed)::int as failed, sum(reprinted)::int as reprinted from print_counts
    where printer_name = '${name}' and day >= current_date - 1 and operator = 'ada'`)
  expect(today ?? [counts]).toEqual([counts])
}

/** What this browser has drawn of the side that is edited. */
const shownByDesigner = async (): Promise<string> => {
  const address = await visitor.page.locator('svg image').first().getAttribute('href')
  return decodeURIComponent((address ?? '').replace('data:image/svg+xml,', ''))
}

it('a card of two sides is designed, and its form comes of it', async () => {
  const { page } = visitor
  await open('/credentialdesigns/add')
  await page.getByLabel('Name').fill('Guest lecturers')
  await page.getByLabel('Begin with').selectOption('A student’s card')
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.getByRole('button', { name: 'Save' }).waitFor()
  const design = templates.student()
  const usual = { design, side: 'front', values: sampleValues(design, 'USUAL'), shaper } as const
  await expect.poll(shownByDesigner).toBe(drawSide(usual).svg)
  seen.push(...(await faultsSeen(page, 'card-day-designer')))
  await open('/enrollmentdesign/create')
  await page.getByLabel('Name').fill('Guest lecturers')
  await page.getByLabel('Card').selectOption('Guest lecturers')
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByRole('heading', { name: 'Guest lecturers' }).waitFor()
  seen.push(...(await faultsSeen(page, 'card-day-form')))
  expect(seen).toEqual([])
})

it('somebody is photographed, and their card waits while the ribbon is used up', async () => {
  const { page } = visitor
  await suffer('Ribbon used up')
  await enrol({ first: 'Iris', last: 'Halvorsen', number: 'G-1204' })
  const photo = page.getByRole('group', { name: 'Photo' })
  await photo.getByRole('button', { name: 'Camera' }).click()
  await page.getByRole('button', { name: 'Take the photo' }).click()
  await page.getByRole('button', { name: 'Use this part' }).click()
  await photo.getByRole('img', { name: 'Photo' }).waitFor()
  seen.push(...(await faultsSeen(page, 'card-day-photo')))
  await saveAndPrint(printer)
  await open('/printerdashboard')
  await page.getByText('The ribbon is used up').first().waitFor()
  seen.push(...(await faultsSeen(page, 'card-day-fleet')))
  await open('/printqueue')
  await row('Iris Halvorsen').first().waitFor()
  expect(await row('Iris Halvorsen').getByText('Printed', { exact: true }).count()).toBe(0)
})

it('the card comes out with a new ribbon, is printed again for a reason, and the day is counted', {
  meta: { covers: ['purpose.issuance-admins', 'purpose.offering'] },
}, async () => {
  const { page, faults } = visitor
  await suffer('Nothing')
  await open('/printerdashboard')
  const usedUp = page.getByText('The ribbon is used up')
  await expect.poll(() => usedUp.count(), { timeout: 60_000 }).toBe(0)
  await open('/printqueue')
  const first = row('Iris Halvorsen').first().getByText('Printed', { exact: true })
  await first.waitFor({ timeout: 90_000 })
  await page.getByRole('button', { name: 'Actions for Iris Halvorsen' }).click()
  await page.getByRole('menuitem', { name: 'Print again' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Why').selectOption('DAMAGED')
  await dialog.getByRole('button', { name: 'Print again' }).click()
  const printed = row('Iris Halvorsen').getByText('Printed', { exact: true })
  await expect.poll(() => printed.count(), { timeout: 60_000 }).toBe(2)
  seen.push(...(await faultsSeen(page, 'card-day-queue')))
  await expectCounted(printer, { completed: 2, failed: 0, reprinted: 1 })
  expect(seen).toEqual([])
  expect(faults).toEqual([])
})

inFullRuns('a printer of others', () => {
  it.skipIf(!isPrinterInstalled)(
    'is added, and gives one card to each who is enrolled',
    async () => {
      const { page, faults } = visitor
      await open('/printers/add')
      await page.getByLabel('Name').fill('Corridor')
      await page.getByLabel('Address').fill(corridor?.uri ?? '')
      await page.getByRole('button', { name: 'Add printer' }).click()
      await page.getByRole('heading', { name: 'Corridor' }).waitFor()
      await enrol({ first: 'Milan', last: 'Novak', number: 'G-1205' })
      await saveAndPrint('Corridor')
      await open('/printqueue')
      await row('Milan Novak').first().getByText('Printed', { exact: true }).waitFor()
      expect(await corridor?.spooled()).toHaveLength(1)
      seen.push(...(await faultsSeen(page, 'card-day-others')))
      await expectCounted('Corridor', { completed: 1, failed: 0, reprinted: 0 })
      expect(seen).toEqual([])
      expect(faults).toEqual([])
    },
  )
})
