import {
  createTransactionItem,
  deleteTransactionItem,
  listTransactionItems,
  readTransactionItem,
  TransactionItemChange,
  type TransactionItem as TransactionItemSchema,
  updateTransactionItem,
} from '@signet/contract/access/transactions'
import { transactionItemTypes } from '@signet/rules/transactions'
import type { z } from 'zod'
import { callsOf } from '../../../kit/entity.ts'
import { optionsOf } from '../../../kit/fields.ts'
import { FormSelect } from '../../../kit/form-fields.tsx'
import { call } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import type { DefinitionKind } from '../../../pickers/definitions/definition-kind.ts'
import { NameFields, nameLabels } from '../../../pickers/definitions/NameFields.tsx'

export type Item = z.output<typeof TransactionItemSchema>
type Typed = z.input<typeof TransactionItemChange>
type Wanted = z.output<typeof TransactionItemChange>

export const transactionsPath = '/settings/transactions'

const Fields = () => {
  const text = useText('resource', 'settings')
  return (
    <>
      <NameFields hint={text('resource:transactions.itemNameHint')} />
      <FormSelect<Typed>
        name="type"
        label={text('resource:transactions.type')}
        options={optionsOf(transactionItemTypes, (value) =>
          text(`resource:transactions.types.${value}`),
        )}
      />
    </>
  )
}

export const itemKind: DefinitionKind<Item, Typed, Wanted> = {
  definitions: {
    subject: 'transaction-items',
    list: (signal) => call(listTransactionItems, { signal }),
    ...callsOf({
      read: readTransactionItem,
      create: createTransactionItem,
      update: updateTransactionItem,
      remove: deleteTransactionItem,
    }),
  },
  words: 'items',
  entity: 'SETTINGS',
  listPath: transactionsPath,
  addPath: `${transactionsPath}/items/add`,
  pathOf: (id) => `${transactionsPath}/items/${id}`,
  titles: {
    list: 'common:pages.transactionItems',
    add: 'common:pages.addTransactionItem',
    one: 'common:pages.transactionItem',
  },
  schema: TransactionItemChange,
  empty: { name: '', description: '', type: 'TEXT' },
  typed: ({ name, description, type }) => ({ name, description, type }),
  labels: { ...nameLabels, type: 'resource:transactions.type' },
  Fields,
}
