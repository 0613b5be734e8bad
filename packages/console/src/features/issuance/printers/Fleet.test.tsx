import {
  changePrinterSettings,
  checkPrinterFirmware,
  cleanPrinter,
  readPrinterDashboard,
  readPrinterInfo,
  readPrinterSettings,
  updatePrinterFirmware,
} from '@signet/contract/issuance/printer-dashboard'
import { changeFleetOptIn, readFleetOptIn } from '@signet/contract/issuance/printer-search'
import { listPrinters, readPrinter } from '@signet/contract/issuance/printers'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { Info, Tile } from './fleet.queries.ts'
import { printersFeature } from './printers.screens.ts'

const id = '018f0000-0000-7000-8000-0000000000a1'
const second = '018f0000-0000-7000-8000-0000000000a2'
const tile = (change: Partial<Tile> = {}): Tile => ({
  id,
  name: 'Front desk',
  kind: 'IPP',
  location: 'Hall 3',
  makeAndModel: 'Example CX-1',
  firmware: '2.1',
  status: 'IDLE',
  statusReasons: [],
  ptpReady: true,
  lastSeenAt: '2026-01-03T03:04:05.000Z',
  supplies: [
    {
      name: 'ribbon',
      level: 12,
      isConsumed: true,
      isLow: true,
      cardsLeft: 30,
      daysLeft: 2,
      filledAt: '2026-01-02T03:04:05.000Z',
      cardsSinceFilled: 220,
    },
  ],
  cards: 1200,
  cardsSinceCleaning: 1010,
  cleanedAt: null,
  cleaningAfter: 1000,
  cleaningDue: true,
  ...change,
})
const info: Info = {
  ...tile(),
  deviceId: id,
  uri: 'ipps://printer.example/ipp/print',
  hoppers: ['main'],
  formats: ['application/pdf'],
  upSince: '2026-01-01T03:04:05.000Z',
  cardsPerDay: 15.5,
}
const settings = {
  hopper: null,
  sides: 'ALL',
  splitBlack: true,
  upsideDown: false,
  cleaningAfter: 1000,
  lowLevel: 15,
} as const

const session = buildConsoleSession({ theme: buildTheme({ issuanceAccount: true }) })
const printer = answering(readPrinter, () => ({
  ...tile(),
  deviceId: id,
  uri: info.uri,
  hoppers: [...info.hoppers],
  formats: [...info.formats],
  description: '',
  supplies: info.supplies.map(({ name, level, isConsumed }) => ({ name, level, isConsumed })),
  createdAt: '2026-01-02T03:04:05.000Z',
  modifiedAt: '2026-01-02T03:04:05.000Z',
}))
const doors = [
  printer,
  answering(readPrinterInfo, () => info),
  answering(readPrinterSettings, () => settings),
  answering(listPrinters, () => [
    { id, name: 'Front desk' },
    { id: second, name: 'Card office' },
  ]),
]
const care = (as = session) => showScreens(printersFeature, `/printers/${id}/care`, { session: as })

describe('the dashboard of printers', () => {
  it('tells of each what it lacks soon, and leads to its care', {
    meta: { covers: ['screen:printerdashboard'] },
  }, async () => {
    serve(answering(readPrinterDashboard, () => [tile()]))
    const { container } = await showScreens(printersFeature, '/printerdashboard', { session })
    const link = await screen.findByRole('link', { name: 'Front desk' })
    expect(link.getAttribute('href')).toContain(`/printers/${id}/care`)
    expect(screen.getByText('about 30 cards left · about 2 days')).toBeDefined()
    expect(screen.getByText('Cleaning due')).toBeDefined()
    await expectAccessible(container)
  })

  it('says so where nothing fits, and asks for what stands in the address', async () => {
    const asked = serve(answering(readPrinterDashboard, () => []))
    const at = '/printerdashboard?q=hall&f.kind=SIMULATED'
    await showScreens(printersFeature, at, { session })
    expect(await screen.findByText('Nothing matches')).toBeDefined()
    expect(asked[0]?.query).toEqual({ query: 'hall', printerType: 'SIMULATED' })
  })
})

describe('the provider above', () => {
  const above = buildTheme({ issuanceAccount: true, parentHostname: 'above.example' })
  const nobody = { changedAt: null, changedBy: null }

  it('sees printers once somebody switches it on', async () => {
    let optedIn = false
    serve(
      answering(readPrinterDashboard, () => [tile()]),
      answering(readFleetOptIn, () => ({ optedIn, ...nobody })),
      answering(changeFleetOptIn, () => {
        optedIn = true
        return { optedIn, ...nobody }
      }),
    )
    const below = buildConsoleSession({ theme: above })
    const { container, user } = await showScreens(printersFeature, '/printerdashboard', {
      session: below,
    })
    const toggle = await screen.findByLabelText('Let the provider see these printers')
    expect(toggle).toHaveProperty('checked', false)
    await expectAccessible(container)
    await user.click(toggle)
    await waitFor(() => expect(toggle).toHaveProperty('checked', true))
  })

  it('is asked about by nobody who has none', async () => {
    const asked = serve(answering(readPrinterDashboard, () => [tile()]))
    await showScreens(printersFeature, '/printerdashboard', { session })
    await screen.findByRole('link', { name: 'Front desk' })
    expect(asked.some(({ endpoint }) => endpoint === readFleetOptIn)).toBe(false)
  })
})

describe('care of a printer', () => {
  it('notes a cleaning after a question', async () => {
    const asked = serve(
      ...doors,
      answering(cleanPrinter, () => info),
    )
    const { container, user } = await care()
    await user.click(await screen.findByRole('button', { name: 'Cleaning card' }))
    await expectAccessible(container)
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Cleaning card' }))
    await waitFor(() => expect(asked.some(({ endpoint }) => endpoint === cleanPrinter)).toBe(true))
  })

  it('installs the firmware that was found, and tells why it could not', async () => {
    serve(
      ...doors,
      answering(checkPrinterFirmware, () => ({ installed: '1', available: '2' })),
      answering(updatePrinterFirmware, () => new Refusal('ISSUANCE_PRINTER_BUSY')),
    )
    const { user } = await care()
    await user.click(await screen.findByRole('button', { name: 'Check' }))
    await user.click(await screen.findByRole('button', { name: 'Install' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Install' }))
    expect(await within(dialog).findByText(/^Cards wait for this printer/)).toBeDefined()
  })

  it('shows what a copy of the settings would change before it is made', async () => {
    const turned = {
      printerId: second,
      name: 'Card office',
      setting: 'upsideDown',
      before: true,
      after: false,
    } as const
    const asked = serve(
      ...doors,
      answering(changePrinterSettings, () => ({ changes: [turned], withoutHopper: [] })),
    )
    const { user } = await care()
    await user.click(await screen.findByRole('button', { name: 'Copy settings' }))
    const dialog = await screen.findByRole('alertdialog')
    const copy = within(dialog).getByRole('button', { name: 'Copy settings' })
    expect(copy).toHaveProperty('disabled', true)
    await user.click(await within(dialog).findByLabelText('Card office'))
    const change = 'Card office: Turn cards by 180 degrees from yes to no'
    expect(await within(dialog).findByText(change)).toBeDefined()
    await user.click(copy)
    const sent = () => asked.filter(({ endpoint }) => endpoint === changePrinterSettings)
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent().map(({ body }) => body)).toEqual([
      { settings, copyTo: [second], dryRun: true },
      { settings, copyTo: [second], dryRun: false },
    ])
  })

  it('leaves what somebody else changed meanwhile as it is', async () => {
    let isTurned = false
    const asked = serve(
      printer,
      answering(readPrinterInfo, () => info),
      answering(readPrinterSettings, () => ({ ...settings, upsideDown: isTurned })),
      answering(changePrinterSettings, () => {
        if (isTurned) return { changes: [], withoutHopper: [] }
        isTurned = true
        return new Refusal('precondition_failed')
      }),
    )
    const { user } = await care()
    const low = await screen.findByLabelText('A supply is low below (per cent)')
    await user.clear(low)
    await user.type(low, '20')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Save mine anyway' }))
    const sent = () => asked.filter(({ endpoint }) => endpoint === changePrinterSettings)
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent().at(-1)?.body).toMatchObject({
      settings: { ...settings, lowLevel: 20, upsideDown: true },
    })
  })

  it('offers nothing that whoever is limited to groups could not do', async () => {
    serve(...doors)
    const facts = { ...session.facts, groupManagementAll: false }
    await care({ ...session, facts })
    expect(await screen.findByRole('button', { name: 'Check' })).toBeDefined()
    for (const name of ['Cleaning card', 'Copy settings', 'Save']) {
      expect(screen.queryByRole('button', { name })).toBeNull()
    }
    expect(screen.queryByRole('button', { name: 'Actions for Front desk' })).toBeNull()
  })
})
