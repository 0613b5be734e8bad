import {
  deleteSmartCard,
  listAssignedSmartCards,
  listUnassignedSmartCards,
  readSmartCard,
  updateSmartCard,
} from '@signet/contract/issuance/smart-cards'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { SmartCard } from './smart-cards.queries.ts'
import { smartCardsFeature } from './smart-cards.screens.ts'

const at = '2026-01-02T03:04:05.000Z'
const id = '018f0000-0000-7000-8000-0000000000c1'
const holder = { id: '018f0000-0000-7000-8000-0000000000c2', name: 'ada' }

const card = (change: Partial<SmartCard> = {}): SmartCard => ({
  id,
  serialNumber: 'BOX-0001',
  csn: '04A2B3C4D5E680',
  cardType: 'MIFARE_CLASSIC',
  state: 'UNASSIGNED',
  user: null,
  groups: [],
  createDate: at,
  assignDate: null,
  modifiedAt: at,
  modifiedBy: 'grace',
  version: 1,
  ...change,
})
const held = card({ state: 'ASSIGNED', user: holder, assignDate: at })

const page = (...results: SmartCard[]) => ({
  results,
  paging: {
    limit: 50,
    total: results.length,
    estimated: false,
    nextCursor: null,
    prevCursor: null,
  },
})

const session = buildConsoleSession({ theme: buildTheme({ issuanceAccount: true }) })
const show = (address: string) => showScreens(smartCardsFeature, address, { session })
const onCard = `/smartcards/edit/${id}`

describe('smart cards', () => {
  it('are listed, searched and narrowed, which the address says', {
    meta: { covers: ['screen:smartcards'] },
  }, async () => {
    const asked = serve(
      answering(listUnassignedSmartCards, () => page(card({ state: 'WITHDRAWN' }))),
    )
    const { container } = await show('/smartcards?q=box&f.cardType=PROX&f.state=WITHDRAWN')
    const link = await screen.findByRole('link', { name: 'BOX-0001' })
    expect(link.getAttribute('href')).toContain(onCard)
    expect(screen.getByText('04A2B3C4D5E680')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Import smart cards' }).getAttribute('href')).toContain(
      '/bulkoperations/add/import/smartcards',
    )
    const sent = asked.find(({ endpoint }) => endpoint === listUnassignedSmartCards)
    expect(sent?.body).toMatchObject({ search: 'box', cardType: 'PROX', state: 'WITHDRAWN' })
    await expectAccessible(container)
  })

  it('that people have stand apart, with their holders', async () => {
    serve(answering(listAssignedSmartCards, () => page(held)))
    await show('/smartcards/assigned')
    expect(await screen.findByText('ada')).toBeDefined()
  })

  it('say how they come where there is none', async () => {
    serve(answering(listUnassignedSmartCards, () => page()))
    await show('/smartcards')
    expect(await screen.findByText('There are no smart cards in stock.')).toBeDefined()
  })

  it('are changed by what is typed', async () => {
    const asked = serve(
      answering(readSmartCard, () => card()),
      answering(updateSmartCard, () => card({ serialNumber: 'BOX-0002', version: 2 })),
    )
    const { container, user } = await show(onCard)
    const serial = await screen.findByLabelText(/^Serial number/)
    await user.clear(serial)
    await user.type(serial, 'BOX-0002')
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === updateSmartCard)
    await waitFor(() =>
      expect(sent()).toMatchObject({
        body: {
          serialNumber: 'BOX-0002',
          csn: '04A2B3C4D5E680',
          cardType: 'MIFARE_CLASSIC',
          groups: [],
        },
        ifMatch: '"1"',
      }),
    )
  })

  it('are taken back before anything else becomes of them', async () => {
    const asked = serve(
      answering(readSmartCard, () => held),
      answering(updateSmartCard, () => card()),
    )
    const { user } = await show(onCard)
    await user.click(await screen.findByRole('button', { name: 'Take back' }))
    expect(screen.queryByRole('button', { name: 'Actions for BOX-0001' })).toBeNull()
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Take back' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === updateSmartCard)
    await waitFor(() => expect(sent()?.body).toEqual({ userId: null }))
  })

  it('are deleted by their serial number, typed, and a refusal says why', {
    meta: { covers: ['screen:smartcards'] },
  }, async () => {
    const asked = serve(
      answering(readSmartCard, () => card()),
      answering(deleteSmartCard, () => new Refusal('smart_card_in_use')),
    )
    const { user } = await show(onCard)
    await user.click(await screen.findByRole('button', { name: 'Actions for BOX-0001' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete card' }))
    const dialog = await screen.findByRole('alertdialog')
    const confirm = within(dialog).getByRole('button', { name: 'Delete card' })
    await user.click(confirm)
    expect(asked.some(({ endpoint }) => endpoint === deleteSmartCard)).toBe(false)
    await user.type(within(dialog).getByRole('textbox'), 'BOX-0001')
    await user.click(confirm)
    expect(
      await within(dialog).findByText('This card belongs to somebody. Take it back first.'),
    ).toBeDefined()
  })
})
