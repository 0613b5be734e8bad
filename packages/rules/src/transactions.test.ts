import { describe, expect, it } from 'vitest'
import {
  conditionFault,
  judgeTransaction,
  type TransactionItemType,
  type TransactionOperator,
} from './transactions.ts'

const amount = { id: '1', name: 'amount', type: 'NUMBER' } as const
const payee = { id: '2', name: 'payee', type: 'TEXT' } as const
const due = { id: '3', name: 'due', type: 'DATE' } as const
const isNew = { id: '4', name: 'new', type: 'BOOLEAN' } as const
const items = [amount, payee, due, isNew]

const outcome = (
  [itemId, operator, values]: readonly [string, TransactionOperator, readonly string[]],
  details: Readonly<Record<string, string>>,
) =>
  judgeTransaction({ matching: 'ALL', conditions: [{ itemId, operator, values }] }, items, details)
    .conditions[0]

describe('a condition', () => {
  it.each([
    ['1', 'GREATER_THAN', ['1000'], { amount: '1000.01' }, true],
    ['1', 'GREATER_THAN', ['1000'], { amount: '999' }, false],
    ['1', 'LESS_THAN', ['10'], { amount: '9' }, true],
    ['1', 'BETWEEN', ['1', '3'], { amount: '3' }, true],
    ['1', 'EQUALS', ['1e3'], { amount: '1000' }, true],
    ['2', 'EQUALS', ['ACME'], { payee: ' acme ' }, true],
    ['2', 'NOT_EQUALS', ['acme'], { payee: 'other' }, true],
    ['2', 'ONE_OF', ['a', 'b'], { payee: 'B' }, true],
    ['2', 'CONTAINS', ['cm'], { payee: 'Acme' }, true],
    ['2', 'STARTS_WITH', ['cm'], { payee: 'Acme' }, false],
    ['3', 'LESS_THAN', ['2027-01-01'], { due: '2026-12-31T23:00:00Z' }, true],
    ['4', 'EQUALS', ['true'], { new: 'false' }, false],
  ] as const)('of item %s, %s %j, says of %j: %s', (id, operator, values, details, matched) => {
    expect(outcome([id, operator, values], details)).toMatchObject({ matched, reason: null })
  })

  it.each([
    ['1', 'NOT_EQUALS', ['5'], {}, 'MISSING'],
    ['1', 'NOT_EQUALS', ['5'], { amount: '0x10' }, 'INVALID'],
    ['1', 'LESS_THAN', ['5'], { amount: '' }, 'INVALID'],
    ['3', 'LESS_THAN', ['2027-01-01'], { due: '31.12.2026' }, 'INVALID'],
    ['9', 'EQUALS', ['5'], { amount: '5' }, 'MISSING'],
    ['2', 'NOT_EQUALS', ['x'], JSON.parse('{"__proto__":{"payee":"y"}}'), 'MISSING'],
  ] as const)('of item %s, %s %j, matches nothing of %j', (id, operator, values, given, reason) => {
    expect(outcome([id, operator, values], given)).toMatchObject({ matched: false, reason })
  })

  it.each<[TransactionItemType, TransactionOperator, readonly string[], string]>([
    ['TEXT', 'GREATER_THAN', ['1'], 'operator_not_for_type'],
    ['NUMBER', 'BETWEEN', ['1'], 'values_wrong_count'],
    ['NUMBER', 'EQUALS', ['much'], 'value_not_of_type'],
    ['DATE', 'EQUALS', ['2026-02-30x'], 'value_not_of_type'],
  ])('cannot be asked of %s: %s %j', (type, operator, values, fault) => {
    expect(conditionFault(type, { itemId: '1', operator, values })).toBe(fault)
  })
})

describe('a rule', () => {
  const conditions = [
    { itemId: '1', operator: 'GREATER_THAN', values: ['10'] },
    { itemId: '2', operator: 'EQUALS', values: ['acme'] },
  ] as const
  it.each([
    ['ALL', { amount: '11', payee: 'acme' }, true],
    ['ALL', { amount: '11', payee: 'x' }, false],
    ['ANY', { amount: '11' }, true],
    ['ANY', {}, false],
  ] as const)('matches by %s: %j is %s', (matching, details, matched) => {
    expect(judgeTransaction({ matching, conditions }, items, details).matched).toBe(matched)
  })

  it('without a condition matches nothing', () => {
    expect(judgeTransaction({ matching: 'ALL', conditions: [] }, items, {}).matched).toBe(false)
  })
})
