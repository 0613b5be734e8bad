import type { TransactionRuleChange } from '@signet/contract/access/transactions'
import type { z } from 'zod'

export type TypedRule = z.input<typeof TransactionRuleChange>
export type TypedCondition = TypedRule['conditions'][number]

/** What a condition begins with once its item is chosen. */
export const conditionOn = (itemId: string): TypedCondition => ({
  itemId,
  operator: 'EQUALS',
  values: [''],
})
