import {
  createTransactionItem,
  createTransactionRule,
  listTransactionItems,
  listTransactionRules,
  testTransactionRule,
} from '@signet/contract/access/transactions'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Asked, answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { transactionsFeature } from './transactions.screens.ts'

const updatedAt = '2026-11-22T10:00:00.000Z'
const amount = {
  id: '018f0000-0000-7000-8000-0000000000a1',
  name: 'amount',
  description: 'Euros',
  type: 'NUMBER' as const,
  updatedAt,
}
const rule = {
  id: '018f0000-0000-7000-8000-0000000000b1',
  name: 'Large payment',
  description: '',
  matching: 'ALL' as const,
  conditions: [{ itemId: amount.id, operator: 'GREATER_THAN' as const, values: ['10000'] }],
  updatedAt,
}
const show = (at: string) =>
  showScreens(transactionsFeature, at, { session: buildConsoleSession() })
const bodies = (asked: readonly Asked[], endpoint: Asked['endpoint']) =>
  asked.filter((each) => each.endpoint === endpoint).map(({ body }) => body)

it('transaction items and rules stand in tabs of one page', {
  meta: { covers: ['screen:settings/transactions'] },
}, async () => {
  serve(
    answering(listTransactionItems, () => [amount]),
    answering(listTransactionRules, () => [rule]),
  )
  const { user, container } = await show('/settings/transactions')
  expect(await screen.findByRole('link', { name: 'amount' })).toBeDefined()
  await expectAccessible(container)
  await user.click(screen.getByRole('tab', { name: 'Rules' }))
  expect(await screen.findByRole('link', { name: 'Large payment' })).toBeDefined()
})

it('an item is added under the name that transactions give it', async () => {
  const asked = serve(
    answering(listTransactionItems, () => []),
    answering(createTransactionItem, () => amount),
  )
  const { user } = await show('/settings/transactions/items/add')
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'two words')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(bodies(asked, createTransactionItem)).toEqual([])
  await user.clear(screen.getByRole('textbox', { name: /^Name/ }))
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'amount')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind of value' }), 'Number')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodies(asked, createTransactionItem)).toHaveLength(1))
  expect(bodies(asked, createTransactionItem)[0]).toMatchObject({ name: 'amount', type: 'NUMBER' })
})

it('a rule is tried on a transaction before it is saved', async () => {
  const asked = serve(
    answering(listTransactionItems, () => [amount]),
    answering(testTransactionRule, () => ({
      matched: false,
      conditions: [{ item: 'amount', matched: false, reason: null }],
    })),
    answering(listTransactionRules, () => [rule]),
    answering(createTransactionRule, () => rule),
  )
  const { user, container } = await show('/settings/transactions/rules/add')
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Large')
  await screen.findByRole('option', { name: 'amount' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Add a condition on' }), 'amount')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Comparison' }), 'is more than')
  await user.type(screen.getByRole('textbox', { name: 'Value' }), '10000')
  const trial = within(screen.getByRole('group', { name: 'Try it' }))
  await user.type(trial.getByRole('textbox', { name: 'amount' }), '500')
  await user.click(trial.getByRole('button', { name: 'Try' }))
  expect(await screen.findByText('The rule does not fit this transaction')).toBeDefined()
  expect(bodies(asked, testTransactionRule)[0]).toEqual({
    rule: {
      matching: 'ALL',
      conditions: [{ itemId: amount.id, operator: 'GREATER_THAN', values: ['10000'] }],
    },
    values: { amount: '500' },
  })
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodies(asked, createTransactionRule)).toHaveLength(1))
})
