import { optionsOf } from '../../../kit/fields.ts'
import { ListPage } from '../../../kit/ListPage.tsx'
import { rowId, rowName } from '../../../kit/named-rows.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { useText } from '../../../lib/i18n.ts'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { idsOf } from '../../../pickers/list-export/list-exports.ts'
import type { TableColumn } from '../../../ui/table-columns.tsx'
import { usePatternWords } from './event-words.ts'
import { StateTag, webhookStates } from './StateTag.tsx'
import { type Webhook, webhooksQuery } from './webhooks.queries.ts'

const rowLink = ({ id }: Webhook): string => `/webhooks/${id}`

const useColumns = (): readonly TableColumn<Webhook>[] => {
  const text = useText('resource')
  const timeColumn = useTimeColumn()
  const words = usePatternWords()
  const title = (key: 'name' | 'target' | 'events' | 'lastSuccess' | 'state') => ({
    key,
    title: text(`resource:webhooks.columns.${key}`),
  })
  return [
    { ...title('name'), isSortable: true, render: rowName },
    { ...title('target'), render: ({ url }) => new URL(url).host },
    { ...title('events'), render: ({ events }) => events.map(words).join(', ') },
    timeColumn(title('lastSuccess'), ({ lastSuccessAt }) => lastSuccessAt),
    { ...title('state'), width: 176, render: ({ state }) => <StateTag state={state} /> },
  ]
}

const tools = exportTool({
  list: 'webhooks',
  ids: idsOf(webhooksQuery),
  fields: {
    name: ['name'],
    target: ['url'],
    events: ['events'],
    lastSuccess: ['lastSuccessAt'],
    state: ['state'],
  },
})

/** Every webhook of the tenant. */
const WebhooksPage = () => {
  const text = useText('resource')
  const add = useAddButton(['WEBHOOKS', 'ADD'], '/webhooks/add', text('resource:webhooks.add'))
  const filter = {
    key: 'state',
    label: text('resource:webhooks.columns.state'),
    options: optionsOf(webhookStates, (value) => text(`resource:webhooks.states.${value}`)),
  }
  return (
    <ListPage<Webhook>
      title={text('common:pages.webhooks')}
      query={webhooksQuery}
      columns={useColumns()}
      filters={[filter]}
      searchLabel={text('resource:webhooks.search')}
      rowId={rowId}
      rowName={rowName}
      rowLink={rowLink}
      actions={add}
      views="webhooks"
      tools={tools}
      empty={{
        title: text('resource:webhooks.empty'),
        text: text('resource:webhooks.emptyText'),
        actions: add,
      }}
    />
  )
}

export default WebhooksPage
