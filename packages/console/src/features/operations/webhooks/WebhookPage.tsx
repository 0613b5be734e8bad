import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { oneQuery } from '../../../kit/entity.ts'
import { QueryView } from '../../../kit/QueryView.tsx'
import { TabbedPage } from '../../../kit/TabbedPage.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { DeliveriesTab } from './DeliveriesTab.tsx'
import { GeneralTab } from './GeneralTab.tsx'
import { StateTag } from './StateTag.tsx'
import { WebhookActions } from './WebhookActions.tsx'
import { type Webhook, webhooks } from './webhooks.queries.ts'

const tabKeys = ['general', 'deliveries'] as const

const contentOf = (key: (typeof tabKeys)[number], read: Tagged<Webhook>): ReactNode =>
  key === 'general' ? <GeneralTab read={read} /> : <DeliveriesTab webhook={read.value} />

interface LoadedProps {
  readonly read: Tagged<Webhook>
  readonly tab: string | undefined
}

const Loaded = ({ read, tab }: LoadedProps) => {
  const text = useText('resource')
  const webhook = read.value
  return (
    <TabbedPage
      title={webhook.name}
      tag={<StateTag state={webhook.state} />}
      actions={<WebhookActions webhook={webhook} />}
      base={`/webhooks/${webhook.id}`}
      tab={tab}
      tabs={tabKeys.map((key) => ({
        key,
        label: text(`resource:webhooks.tabs.${key}`),
        content: () => contentOf(key, read),
      }))}
    />
  )
}

/** One webhook, its tabs in the address. */
const WebhookPage = () => {
  const { id = '', tab } = useParams()
  const query = useQuery(oneQuery(webhooks, id))
  return (
    <QueryView query={query} isPage>
      {(read) => <Loaded read={read} tab={tab} />}
    </QueryView>
  )
}

export default WebhookPage
