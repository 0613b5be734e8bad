import {
  createTransactionRule,
  deleteTransactionRule,
  listTransactionRules,
  readTransactionRule,
  TransactionRuleChange,
  type TransactionRule as TransactionRuleSchema,
  updateTransactionRule,
} from '@signet/contract/access/transactions'
import type { z } from 'zod'
import { callsOf } from '../../../kit/entity.ts'
import { optionsOf } from '../../../kit/fields.ts'
import { FormSelect } from '../../../kit/form-fields.tsx'
import { call } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import type { DefinitionKind } from '../../../pickers/definitions/definition-kind.ts'
import { NameFields, nameLabels } from '../../../pickers/definitions/NameFields.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import type { TypedRule } from './condition-form.ts'
import { transactionsPath } from './item-kind.tsx'
import { RuleTrial } from './RuleTrial.tsx'

export type Rule = z.output<typeof TransactionRuleSchema>
type Wanted = z.output<typeof TransactionRuleChange>

const matchings = ['ALL', 'ANY'] as const

const Fields = () => {
  const text = useText('resource', 'settings')
  return (
    <>
      <NameFields />
      <FormSelect<TypedRule>
        name="matching"
        label={text('resource:transactions.matching')}
        options={optionsOf(matchings, (value) => text(`resource:transactions.matchings.${value}`))}
      />
      <ConditionFields />
      <RuleTrial />
    </>
  )
}

export const ruleKind: DefinitionKind<Rule, TypedRule, Wanted> = {
  definitions: {
    subject: 'transaction-rules',
    list: (signal) => call(listTransactionRules, { signal }),
    ...callsOf({
      read: readTransactionRule,
      create: createTransactionRule,
      update: updateTransactionRule,
      remove: deleteTransactionRule,
    }),
  },
  words: 'transactionRules',
  entity: 'SETTINGS',
  listPath: `${transactionsPath}/rules`,
  addPath: `${transactionsPath}/rules/add`,
  pathOf: (id) => `${transactionsPath}/rules/${id}`,
  titles: {
    list: 'common:pages.transactionRules',
    add: 'common:pages.addTransactionRule',
    one: 'common:pages.transactionRule',
  },
  schema: TransactionRuleChange,
  empty: { name: '', description: '', matching: 'ALL', conditions: [] },
  typed: ({ name, description, matching, conditions }) => ({
    name,
    description,
    matching,
    conditions: conditions.map((condition) => ({ ...condition, values: [...condition.values] })),
  }),
  labels: {
    ...nameLabels,
    matching: 'resource:transactions.matching',
    conditions: 'resource:transactions.conditions',
  },
  Fields,
}
