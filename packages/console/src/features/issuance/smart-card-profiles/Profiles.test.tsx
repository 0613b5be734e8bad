import { cardFormats } from '@signet/card/chip/card-formats'
import { listCardReaders } from '@signet/contract/issuance/site-agents'
import {
  createSmartCardProfile,
  formatSmartCard,
  listSmartCardProfiles,
  readSmartCardProfile,
  testSmartCard,
} from '@signet/contract/issuance/smart-card-profiles'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { Profile, Run } from './profiles.queries.ts'
import { smartCardProfilesFeature } from './smart-card-profiles.screens.ts'

const id = '018f0000-0000-7000-8000-0000000000a1'
const doors = (change: Partial<Profile> = {}): Profile => ({
  id,
  cardType: 'MIFARE_CLASSIC',
  name: 'Doors',
  description: '',
  layout: cardFormats.H10301,
  facilityCode: 118,
  issueLevel: 0,
  block: 4,
  keys: { transport: false, read: true, write: true },
  version: 1,
  createdAt: '2026-01-02T03:04:05.000Z',
  modifiedAt: '2026-01-02T03:04:05.000Z',
  modifiedBy: 'ada',
  ...change,
})

type Step = Run['steps'][number]

const session = buildConsoleSession({ theme: buildTheme({ issuanceAccount: true }) })
const show = (at: string) => showScreens(smartCardProfilesFeature, at, { session })

describe('smart card profiles', () => {
  it('are listed with their types', { meta: { covers: ['screen:smartcard'] } }, async () => {
    serve(
      answering(listSmartCardProfiles, ({ params }) =>
        params.cardType === 'MIFARE_CLASSIC' ? [doors()] : [],
      ),
    )
    const { container } = await show('/smartcard')
    const link = await screen.findByRole('link', { name: 'Doors' })
    expect(link.getAttribute('href')).toContain(`/smartcard/edit/${id}/MIFARE_CLASSIC`)
    expect(screen.getByText('MIFARE Classic')).toBeDefined()
    await expectAccessible(container)
  })

  it('are drawn bit by bit while they are typed, and told what is missing', {
    meta: { covers: ['screen:smartcard/create/{cardType}'] },
  }, async () => {
    const asked = serve(answering(createSmartCardProfile, () => doors({ cardType: 'PROX' })))
    const { container, user } = await show('/smartcard/create/PROX')
    await user.type(await screen.findByLabelText(/^Name/), 'Gates')
    const facility = screen.getByLabelText(/^Facility code/)
    await user.clear(facility)
    await user.type(facility, '118')
    expect(screen.getByRole('img').getAttribute('aria-label')).toContain(
      '10111011000000000000000010',
    )
    const bits = screen.getAllByLabelText(/^Bits/)[0]
    if (bits === undefined) throw new Error('no field for the bits')
    await user.clear(bits)
    await user.type(bits, '27')
    expect(await screen.findByText('Nothing says what bit 27 is.')).toBeDefined()
    await expectAccessible(container)
    await user.clear(bits)
    await user.type(bits, '26')
    await user.click(screen.getByRole('button', { name: 'Add profile' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === createSmartCardProfile)
    await waitFor(() =>
      expect(sent()?.body).toEqual({
        name: 'Gates',
        description: '',
        facilityCode: 118,
        issueLevel: 0,
        block: 1,
        layout: cardFormats.H10301,
        keys: {},
      }),
    )
  })

  it('begin with a format that readers know', async () => {
    serve()
    const { user } = await show('/smartcard/create/PROX')
    await user.selectOptions(await screen.findByLabelText(/^Begin with a known format/), 'C1K35S')
    const strip = screen.getByRole('img')
    expect(within(strip).getByText('35')).toBeDefined()
    expect(screen.getAllByLabelText(/^Counts the bits/)).toHaveLength(3)
  })

  const refused: Step = {
    step: 'PROVE_KEY',
    outcome: 'FAILED',
    reason: 'KEY_REFUSED',
    statusWord: '6300',
  }
  const silent: Step = {
    step: 'CONNECT',
    outcome: 'FAILED',
    reason: 'NO_ANSWER',
    statusWord: null,
  }
  const done = (step: Step['step']): Step => ({
    step,
    outcome: 'DONE',
    reason: null,
    statusWord: null,
  })

  it('are tried on a simulated card, step by step', {
    meta: { covers: ['screen:smartcard/edit/{id}/{cardType}'] },
  }, async () => {
    const asked = serve(
      answering(readSmartCardProfile, () => doors()),
      answering(listCardReaders, () => []),
      answering(testSmartCard, () => ({
        steps: [done('CONNECT'), refused],
        isDone: false,
        serialNumber: '04A1B2C3',
        credential: null,
      })),
      answering(formatSmartCard, () => ({
        steps: [done('CONNECT'), done('ERASE')],
        isDone: true,
        serialNumber: '04A1B2C3',
        credential: null,
      })),
    )
    const { container, user } = await show(`/smartcard/edit/${id}/MIFARE_CLASSIC`)
    await user.selectOptions(await screen.findByLabelText(/^Card in the/), 'FOREIGN')
    await user.click(screen.getByRole('button', { name: 'Test card' }))
    expect(await screen.findByText(/The card refuses the key. \(6300\)/)).toBeDefined()
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Format card' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.type(within(dialog).getByRole('textbox'), 'Doors')
    await user.click(within(dialog).getByRole('button', { name: 'Format card' }))
    expect(await screen.findByText('The card did all of it.')).toBeDefined()
    const sent = asked.find(({ endpoint }) => endpoint === formatSmartCard)
    expect(sent?.body).toEqual({ reader: null, card: 'FOREIGN', confirm: 'Doors' })
  })

  it('are tried on a card in the reader of an agent, unless that is away', async () => {
    const agentId = '018f0000-0000-7000-8000-0000000000b1'
    const desk = { agentId, agentName: 'Office', name: 'ACR 0', hasCard: true, isOnline: true }
    const asked = serve(
      answering(readSmartCardProfile, () => doors()),
      answering(listCardReaders, () => [
        desk,
        { ...desk, name: 'ACR 1', hasCard: false },
        { ...desk, agentName: 'Gate', name: 'ACR 2', isOnline: false },
      ]),
      answering(testSmartCard, () => ({
        steps: [silent],
        isDone: false,
        serialNumber: null,
        credential: null,
      })),
    )
    const { container, user } = await show(`/smartcard/edit/${id}/MIFARE_CLASSIC`)
    const readers = await screen.findByLabelText(/^Reader/)
    expect(await within(readers).findByText('ACR 1 at Office, no card')).toBeDefined()
    const away = within(readers).getByText('ACR 2 at Gate, away')
    expect(away.hasAttribute('disabled')).toBe(true)
    await user.selectOptions(readers, 'ACR 0 at Office, with a card')
    expect(screen.queryByLabelText(/^Card in the/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Test card' }))
    expect(await screen.findByText(/The site agent did not answer./)).toBeDefined()
    await expectAccessible(container)
    const sent = asked.find(({ endpoint }) => endpoint === testSmartCard)
    expect(sent?.body).toMatchObject({ reader: { agentId, name: 'ACR 0' }, cardNumber: 1 })
  })
})
