import { useParams } from 'react-router'
import { TabbedPage } from '../../../kit/TabbedPage.tsx'
import { useText } from '../../../lib/i18n.ts'
import { DefinitionsList } from '../../../pickers/definitions/DefinitionsList.tsx'
import type { TableColumn } from '../../../ui/table-columns.tsx'
import { type Item, itemKind, transactionsPath } from './item-kind.tsx'
import { type Rule, ruleKind } from './rule-kind.tsx'

const useDescription = () => ({
  key: 'description',
  title: useText('resource')('resource:definitions.description'),
  share: 2,
  minWidth: 180,
  render: ({ description }: { readonly description: string }) => description || '–',
})

/** The values that transactions may carry. */
const Items = () => {
  const text = useText('resource')
  const columns: readonly TableColumn<Item>[] = [
    useDescription(),
    {
      key: 'type',
      title: text('resource:transactions.type'),
      render: ({ type }) => text(`resource:transactions.types.${type}`),
    },
  ]
  return <DefinitionsList kind={itemKind} isPart columns={columns} />
}

/** What transactions look like that rules are about. */
const Rules = () => {
  const text = useText('resource')
  const columns: readonly TableColumn<Rule>[] = [
    useDescription(),
    {
      key: 'conditions',
      title: text('resource:transactions.conditions'),
      isNumeric: true,
      render: ({ conditions }) => conditions.length,
    },
  ]
  return <DefinitionsList kind={ruleKind} isPart columns={columns} />
}

const content = { items: () => <Items />, rules: () => <Rules /> }

const TransactionsPage = () => {
  const text = useText('resource')
  const tabs = (['items', 'rules'] as const).map((key) => ({
    key,
    label: text(`resource:transactions.tabs.${key}`),
    content: content[key],
  }))
  return (
    <TabbedPage
      title={text('common:pages.transactions')}
      base={transactionsPath}
      tab={useParams().tab}
      tabs={tabs}
    />
  )
}

export default TransactionsPage
