import * as contract from '@signet/contract/access/transactions'
import { routes } from '../../../kit/routes.ts'
import { expectUnused } from '../definitions/index.ts'
import { expectItemUnused, items, listNames, rules, tryRule } from './transactions.service.ts'

export const transactions = { items, rules } as const

export const transactionRoutes = routes(contract, {
  listTransactionItems: items.list,
  readTransactionItem: (ctx, { params }) => items.read(ctx, params.id),
  createTransactionItem: (ctx, { body }) => items.create(ctx, body),
  updateTransactionItem: (ctx, { params, body }) => items.change(ctx, params.id, body),
  deleteTransactionItem: (ctx, { params: { id } }) =>
    items.remove(ctx, id, (inside) => expectItemUnused(inside, id)),
  listTransactionRules: rules.list,
  readTransactionRule: (ctx, { params }) => rules.read(ctx, params.id),
  createTransactionRule: (ctx, { body }) => rules.create(ctx, body),
  updateTransactionRule: (ctx, { params, body }) => rules.change(ctx, params.id, body),
  deleteTransactionRule: (ctx, { params: { id } }) =>
    rules.remove(ctx, id, (inside) => expectUnused(inside, id, ['RESOURCE_RULE'])),
  testTransactionRule: (ctx, { body }) => tryRule(ctx, body),
  listTransactionRuleNames: listNames,
})
