import { listAssignedGrids, listUnassignedGrids } from '@signet/contract/authenticators/grid-lists'
import {
  assignGrid,
  changeGridState,
  createGrids,
  mailGrid,
} from '@signet/contract/authenticators/grids'
import { listUserAttributes } from '@signet/contract/identity/user-attributes'
import type { AnswerOf } from '@signet/contract/kit/endpoint'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { GridCard } from '../../../pickers/grids/GridTag.tsx'
import { gridsFeature } from './grids.screens.ts'

const at = '2026-01-02T03:04:05.000Z'
const id = '018f0000-0000-7000-8000-000000000042'
const userId = '018f0000-0000-7000-8000-0000000000bb'

const card = (change: Partial<GridCard> = {}): GridCard => ({
  id,
  serialNumber: '23456789',
  user: { id: userId, name: 'ada' },
  groups: [],
  state: 'ACTIVE',
  enrollState: 'ENROLLED',
  encodeState: 'ENCODE_DONE',
  retired: null,
  rows: 8,
  columns: 10,
  cellLength: 2,
  createDate: at,
  assignDate: at,
  activateDate: at,
  expireDate: null,
  lastUsedDate: at,
  numUses: 4,
  maxUses: null,
  exposure: { shownCells: 12, cells: 80, nextAnswer: 0.25 },
  ...change,
})

const page = (...results: GridCard[]) => ({
  results,
  paging: {
    limit: 50,
    total: results.length,
    estimated: false,
    nextCursor: null,
    prevCursor: null,
  },
})

const show = (address: string) =>
  showScreens(gridsFeature, address, { session: buildConsoleSession() })

describe('grid cards', () => {
  it('are listed with their owner, state and what they have shown', {
    meta: { covers: ['screen:grids'] },
  }, async () => {
    serve(
      answering(listAssignedGrids, () => page(card({ state: 'INACTIVE', retired: 'EXPOSURE' }))),
    )
    const { container } = await show('/grids')
    expect(await screen.findByText('23456789')).toBeDefined()
    expect(screen.getByText('ada')).toBeDefined()
    expect(screen.getByText('12 of 80 cells · 25%')).toBeDefined()
    expect(screen.getByText('Used up')).toBeDefined()
    await expectAccessible(container)
  })

  it('are cancelled after a question', async () => {
    const asked = serve(
      answering(listAssignedGrids, () => page(card())),
      answering(changeGridState, () => card({ state: 'CANCELED' })),
    )
    const { user } = await show('/grids')
    await user.click(await screen.findByRole('button', { name: 'Actions for 23456789' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Cancel for good' }))
    const dialog = await screen.findByRole('alertdialog', { name: /Cancel card 23456789/ })
    await user.click(within(dialog).getByRole('button', { name: 'Cancel for good' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === changeGridState)?.body).toEqual({
        state: 'CANCELED',
      }),
    )
  })

  it('are emailed to any attribute that holds an address', async () => {
    const attribute: AnswerOf<typeof listUserAttributes>[number] = {
      id: 'private',
      name: 'Private address',
      description: null,
      type: 'EMAIL',
      group: 'EXTRA',
      pattern: null,
      choices: [],
      required: false,
      requiredFixed: false,
      unique: false,
      userVisible: true,
      userEditable: false,
    }
    const number = { ...attribute, id: 'shoe', name: 'Shoe size', type: 'NUMBER' as const }
    const asked = serve(
      answering(listAssignedGrids, () => page(card())),
      answering(listUserAttributes, () => [attribute, number]),
      answering(mailGrid, () => undefined),
    )
    const { user } = await show('/grids')
    await user.click(await screen.findByRole('button', { name: 'Actions for 23456789' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Send by email' }))
    const dialog = await screen.findByRole('alertdialog', { name: /Send card 23456789/ })
    const choice = await within(dialog).findByRole('combobox', { name: 'Address' })
    const options = within(choice).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual(['Email', 'Private address'])
    await user.selectOptions(choice, 'Private address')
    await user.click(within(dialog).getByRole('button', { name: 'Send by email' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === mailGrid)?.body).toEqual({
        emailAttributeName: 'private',
      }),
    )
  })

  it('are made many at once', async () => {
    const asked = serve(
      answering(listUnassignedGrids, () => page(card({ state: 'UNASSIGNED', user: null }))),
      answering(createGrids, () => []),
    )
    const { user } = await show('/grids/unassigned')
    await user.click(await screen.findByRole('button', { name: 'Make cards' }))
    const dialog = await screen.findByRole('alertdialog', { name: /Make cards/ })
    const field = within(dialog).getByLabelText(/How many/)
    await user.clear(field)
    await user.type(field, '25')
    await user.click(within(dialog).getByRole('button', { name: 'Make cards' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === createGrids)?.body).toEqual({
        numberOfGrids: 25,
      }),
    )
    expect(asked.some(({ endpoint }) => endpoint === assignGrid)).toBe(false)
  })
})
