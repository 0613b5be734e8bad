import { abort } from '@signet/rules/abort'
import { transactionItemTypes, transactionOperators } from '@signet/rules/transactions'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Line, Uuid } from '../kit/schemas.ts'

export const mostTransactionItems = 100
export const mostTransactionRules = 100

export const TransactionItemDefinition = z.object({
  description: z.string().trim().max(500, abort).default(''),
  type: z.enum(transactionItemTypes),
})

/** A value that transactions may carry: its name is the one they give it. */
export const TransactionItem = z
  .object({ id: Uuid, name: z.string(), ...TransactionItemDefinition.shape, updatedAt: Instant })
  .meta({ id: 'TransactionItem' })

export const TransactionItemChange = TransactionItemDefinition.extend({
  name: z
    .string()
    .max(64, abort)
    .regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/, 'item_name_invalid'),
})
  .strict()
  .meta({ id: 'TransactionItemChange' })

const Condition = z
  .object({
    itemId: Uuid,
    operator: z.enum(transactionOperators),
    /** Two for BETWEEN, several for ONE_OF, one else; dates as ISO 8601. */
    values: z.array(z.string().trim().min(1).max(200, abort)).min(1).max(100, abort),
  })
  .strict()
  .meta({ id: 'TransactionCondition' })

export const TransactionRuleDefinition = z.object({
  description: z.string().trim().max(500, abort).default(''),
  /** ALL: every condition holds; ANY: one does. */
  matching: z.enum(['ALL', 'ANY']).default('ALL'),
  conditions: z.array(Condition).min(1).max(20, abort),
})

/** What transactions look like that a resource rule is about. */
export const TransactionRule = z
  .object({ id: Uuid, name: z.string(), ...TransactionRuleDefinition.shape, updatedAt: Instant })
  .meta({ id: 'TransactionRule' })

export const TransactionRuleChange = TransactionRuleDefinition.extend({ name: Line(100) })
  .strict()
  .meta({ id: 'TransactionRuleChange' })

const base = '/api/web/v1/settings/transaction'
const { view, add, edit, remove } = callsOn('SETTINGS')

export const listTransactionItems = endpoint({
  ...view,
  path: `${base}/items`,
  answer: z.array(TransactionItem),
  errors: [],
  summary: 'Transaction items, by name',
  description: `At most ${mostTransactionItems}.`,
})

export const readTransactionItem = endpoint({
  ...view,
  path: `${base}/items/:id`,
  params: IdParams,
  answer: TransactionItem,
  errors: ['not_found'],
  summary: 'One transaction item',
})

export const createTransactionItem = endpoint({
  ...add,
  path: `${base}/items`,
  body: TransactionItemChange,
  answer: TransactionItem,
  sensitive: true,
  errors: ['name_exists'],
  audit: 'TRANSACTION_ITEM_CREATED',
  summary: 'Add a transaction item',
})

export const updateTransactionItem = endpoint({
  ...edit,
  path: `${base}/items/:id`,
  params: IdParams,
  body: TransactionItemChange,
  answer: TransactionItem,
  sensitive: true,
  errors: ['name_exists', 'not_found', 'precondition_failed', 'used_by_rule'],
  audit: 'TRANSACTION_ITEM_UPDATED',
  summary: 'Change a transaction item',
  description: 'The type of one that a rule uses stays (used_by_rule).',
})

export const deleteTransactionItem = endpoint({
  ...remove,
  path: `${base}/items/:id`,
  params: IdParams,
  sensitive: true,
  errors: ['not_found', 'precondition_failed', 'used_by_rule'],
  audit: 'TRANSACTION_ITEM_DELETED',
  summary: 'Delete a transaction item',
})

export const listTransactionRules = endpoint({
  ...view,
  path: `${base}/rules`,
  answer: z.array(TransactionRule),
  errors: [],
  summary: 'Transaction rules, by name',
  description: `At most ${mostTransactionRules}.`,
})

export const readTransactionRule = endpoint({
  ...view,
  path: `${base}/rules/:id`,
  params: IdParams,
  answer: TransactionRule,
  errors: ['not_found'],
  summary: 'One transaction rule',
})

export const createTransactionRule = endpoint({
  ...add,
  path: `${base}/rules`,
  body: TransactionRuleChange,
  answer: TransactionRule,
  sensitive: true,
  errors: ['name_exists'],
  audit: 'TRANSACTION_RULE_CREATED',
  summary: 'Add a transaction rule',
})

export const updateTransactionRule = endpoint({
  ...edit,
  path: `${base}/rules/:id`,
  params: IdParams,
  body: TransactionRuleChange,
  answer: TransactionRule,
  sensitive: true,
  errors: ['name_exists', 'not_found', 'precondition_failed'],
  audit: 'TRANSACTION_RULE_UPDATED',
  summary: 'Change a transaction rule',
})

export const deleteTransactionRule = endpoint({
  ...remove,
  path: `${base}/rules/:id`,
  params: IdParams,
  sensitive: true,
  errors: ['not_found', 'precondition_failed', 'used_by_rule'],
  audit: 'TRANSACTION_RULE_DELETED',
  summary: 'Delete a transaction rule',
})

const details = z.record(z.string().max(64, abort), z.string().max(1000, abort))

export const testTransactionRule = endpoint({
  ...view,
  method: 'POST',
  path: `${base}/ruletest`,
  body: z
    .object({
      rule: TransactionRuleDefinition.omit({ description: true }),
      /** What the transaction says, by the names of the items. */
      values: details,
    })
    .strict()
    .meta({ id: 'TransactionRuleTest' }),
  answer: z
    .object({
      matched: z.boolean(),
      conditions: z.array(
        z.object({
          item: z.string(),
          matched: z.boolean(),
          reason: z.enum(['MISSING', 'INVALID']).nullable(),
        }),
      ),
    })
    .meta({ id: 'TransactionRuleTestResult' }),
  errors: [],
  summary: 'Hold a transaction against a rule that need not be saved',
})

export const listTransactionRuleNames = endpoint({
  actor: 'admin',
  needs: ['CONTEXTRULES', 'VIEW'],
  limit: 'read',
  audit: null,
  method: 'GET',
  path: '/api/web/v1/transactionrules',
  answer: z
    .array(z.object({ id: Uuid, name: z.string(), description: z.string() }))
    .meta({ id: 'TransactionRuleNames' }),
  errors: [],
  summary: 'The transaction rules that a resource rule may name',
})
