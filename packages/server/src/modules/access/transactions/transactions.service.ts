import * as contract from '@signet/contract/access/transactions'
import {
  conditionFault,
  judgeTransaction,
  type TransactionItem,
  type TransactionRule,
} from '@signet/rules/transactions'
import type { Context } from '../../../kit/context.ts'
import { definitionsOf, expectUnused, faultAt } from '../definitions/index.ts'

export const items = definitionsOf({
  kind: 'TRANSACTION_ITEM',
  schema: contract.TransactionItemDefinition,
  most: contract.mostTransactionItems,
  entity: 'SETTINGS',
  subject: 'TRANSACTION_ITEM',
  expectValid: async (ctx, { type }, before) => {
    if (before !== null && before.type !== type) await expectItemUnused(ctx, before.id)
  },
})

/** @throws used_by_rule */
export const expectItemUnused = (ctx: Context, id: string): Promise<void> =>
  expectUnused(ctx, id, ['TRANSACTION_RULE'])

/** @throws invalid_parameters for a condition that cannot be asked of its item */
const expectConditions = async (
  ctx: Context,
  { conditions }: Pick<TransactionRule, 'conditions'>,
  at: string,
): Promise<readonly TransactionItem[]> => {
  const known = await items.list(ctx)
  for (const [index, condition] of conditions.entries()) {
    const place = `${at}conditions.${index}`
    const item = known.find(({ id }) => id === condition.itemId)
    if (item === undefined) throw faultAt(`${place}.itemId`, 'is not known')
    const fault = conditionFault(item.type, condition)
    if (fault !== null) throw faultAt(`${place}.values`, fault)
  }
  return known
}

export const rules = definitionsOf({
  kind: 'TRANSACTION_RULE',
  schema: contract.TransactionRuleDefinition,
  most: contract.mostTransactionRules,
  entity: 'SETTINGS',
  subject: 'TRANSACTION_RULE',
  expectValid: async (ctx, wanted) => {
    await expectConditions(ctx, wanted, '')
  },
})

interface Trial {
  readonly rule: TransactionRule
  readonly values: Readonly<Record<string, string>>
}

/** @throws invalid_parameters */
export const tryRule = async (ctx: Context, { rule, values }: Trial) => {
  const known = await expectConditions(ctx, rule, 'rule.')
  const { matched, conditions } = judgeTransaction(rule, known, values)
  return { matched, conditions: [...conditions] }
}

export const listNames = async (ctx: Context) =>
  (await rules.list(ctx)).map(({ id, name, description }) => ({ id, name, description }))
