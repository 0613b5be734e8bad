import {
  createPrinter,
  listPrintersInFull,
  readPrinter,
  readPrinterPreferences,
  updatePrinterPreferences,
} from '@signet/contract/issuance/printers'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { Printer } from './printers.queries.ts'
import { printersFeature } from './printers.screens.ts'

const id = '018f0000-0000-7000-8000-0000000000a1'
const desk = (change: Partial<Printer> = {}): Printer => ({
  id,
  deviceId: id,
  name: 'Front desk',
  kind: 'IPP',
  uri: 'ipps://printer.example/ipp/print',
  location: 'Hall 3',
  description: '',
  makeAndModel: 'Example CX-1',
  firmware: '2.1',
  hoppers: ['main', 'by-pass-tray'],
  formats: ['application/pdf'],
  status: 'STOPPED',
  statusReasons: ['marker-supply-empty', 'com.example.odd'],
  ptpReady: false,
  supplies: [
    { name: 'ribbon', level: 0, isConsumed: true },
    { name: 'cards', level: null, isConsumed: true },
  ],
  lastSeenAt: '2026-01-03T03:04:05.000Z',
  createdAt: '2026-01-02T03:04:05.000Z',
  modifiedAt: '2026-01-02T03:04:05.000Z',
  ...change,
})

const session = buildConsoleSession({ theme: buildTheme({ issuanceAccount: true }) })
const show = (at: string) => showScreens(printersFeature, at, { session })

describe('printers', () => {
  it('are listed with what they want, a simulated one as what it is', {
    meta: { covers: ['screen:printers'] },
  }, async () => {
    const other = desk({
      id: '018f0000-0000-7000-8000-0000000000a2',
      name: 'Try-out',
      kind: 'SIMULATED',
      uri: null,
      status: 'IDLE',
      statusReasons: [],
    })
    serve(answering(listPrintersInFull, () => [desk(), other]))
    const { container } = await show('/printers')
    const link = await screen.findByRole('link', { name: 'Front desk' })
    expect(link.getAttribute('href')).toContain(`/printers/${id}`)
    expect(screen.getByText('Stopped: The ribbon is used up')).toBeDefined()
    expect(screen.getByText('Simulated')).toBeDefined()
    await expectAccessible(container)
  })

  it('are added by their address, and told of when they do not answer', {
    meta: { covers: ['screen:printers/add'] },
  }, async () => {
    const asked = serve(answering(createPrinter, () => new Refusal('ISSUANCE_PRINTER_UNREACHABLE')))
    const { container, user } = await show('/printers/add')
    await user.type(await screen.findByLabelText(/^Name/), 'Desk')
    await user.type(screen.getByLabelText(/^Address/), 'ipp://printer.example/ipp/print')
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Add printer' }))
    expect(await screen.findByText('No printer answered at this address.')).toBeDefined()
    expect(asked.find(({ endpoint }) => endpoint === createPrinter)?.body).toMatchObject({
      name: 'Desk',
      kind: 'IPP',
      uri: 'ipp://printer.example/ipp/print',
    })
  })

  it('simulated have no address', async () => {
    const made = desk({ kind: 'SIMULATED', uri: null })
    const asked = serve(
      answering(createPrinter, () => made),
      answering(readPrinter, () => made),
    )
    const { user } = await show('/printers/add')
    await user.type(await screen.findByLabelText(/^Name/), 'Try-out')
    await user.selectOptions(screen.getByLabelText(/^Kind/), 'SIMULATED')
    expect(screen.queryByLabelText(/^Address/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Add printer' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === createPrinter)
    await waitFor(() => expect(sent()?.body).toMatchObject({ kind: 'SIMULATED', uri: null }))
    expect(await screen.findByRole('heading', { name: 'Front desk' })).toBeDefined()
  })

  it('say in words what they want and what is left', async () => {
    serve(answering(readPrinter, () => desk()))
    const { container } = await show(`/printers/${id}`)
    expect(await screen.findByText('The ribbon is used up, com.example.odd')).toBeDefined()
    expect(screen.getByText('ribbon: 0 %', { exact: false })).toBeDefined()
    await expectAccessible(container)
  })
})

describe('preferences of a simulated printer', () => {
  it('tell it what to suffer', async () => {
    const simulation = { fault: 'NONE', secondsPerCard: 5 } as const
    const preferences = { hopper: null, sides: 'ALL', splitBlack: true, upsideDown: false } as const
    const asked = serve(
      answering(readPrinter, () => desk({ kind: 'SIMULATED', uri: null })),
      answering(readPrinterPreferences, () => ({ ...preferences, simulation })),
      answering(updatePrinterPreferences, () => ({ ...preferences, simulation })),
    )
    const { container, user } = await show(`/printers/${id}/preferences`)
    await user.selectOptions(await screen.findByLabelText(/^Suffers/), 'JAM')
    await user.selectOptions(screen.getByLabelText('Cards from'), 'by-pass-tray')
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === updatePrinterPreferences)
    await waitFor(() =>
      expect(sent()?.body).toEqual({
        ...preferences,
        hopper: 'by-pass-tray',
        simulation: { fault: 'JAM', secondsPerCard: 5 },
      }),
    )
    expect(sent()?.ifMatch).toBe('"1"')
  })
})
