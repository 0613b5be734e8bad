import Replay from '@mui/icons-material/Replay'
import { WebhookDeliveryState } from '@signet/contract/operations/webhook-deliveries'
import type { Severity } from '@signet/rules/severity'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { ListPage } from '../../../kit/ListPage.tsx'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useAuditWords } from '../../../pickers/audit-words.ts'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { useMay } from '../../../session/session-context.tsx'
import type { MenuAction } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import type { TableColumn } from '../../../ui/table-columns.tsx'
import {
  type Delivery,
  deliveriesBody,
  deliveriesQuery,
  useReplay,
  useReplayOfAll,
  type Webhook,
} from './webhooks.queries.ts'

const severities: Readonly<Record<Delivery['state'], Severity>> = {
  PENDING: 'INFO',
  DELIVERED: 'OK',
  DEAD: 'ERROR',
}

const useAnswer = () => {
  const text = useText('resource')
  return ({ answerStatus, failure }: Delivery): string => {
    const reason = failure === null ? [] : [text(`resource:webhooks.failures.${failure}`)]
    const status = answerStatus === null ? [] : [String(answerStatus)]
    return [...status, ...reason].join(' · ') || '–'
  }
}

const useColumns = (): readonly TableColumn<Delivery>[] => {
  const text = useText('resource')
  const words = useAuditWords()
  const timeColumn = useTimeColumn()
  const answer = useAnswer()
  const title = (key: 'event' | 'time' | 'state' | 'attempts' | 'answer' | 'next') => ({
    key,
    title: text(`resource:webhooks.deliveries.${key}`),
  })
  return [
    { ...title('event'), render: ({ action }) => words.action(action) },
    timeColumn(title('time'), ({ eventTime }) => eventTime),
    {
      ...title('state'),
      width: 120,
      render: ({ state }) => (
        <Tag
          label={text(`resource:webhooks.deliveryStates.${state}`)}
          severity={severities[state]}
        />
      ),
    },
    { ...title('attempts'), width: 100, render: ({ attempts }) => String(attempts) },
    { ...title('answer'), render: answer },
    timeColumn(title('next'), ({ nextAttemptAt }) => nextAttemptAt),
  ]
}

interface WebhookProps {
  readonly webhook: Webhook
}

const ReplayAll = ({ webhook: { id, deadCount } }: WebhookProps) => {
  const text = useText('resource')
  const replayAll = useReplayOfAll()
  const [isAsking, setIsAsking] = useState(false)
  const send = async (): Promise<void> => {
    const { count } = await replayAll.mutateAsync(id)
    showMessage(text('resource:webhooks.replay.allDone', { count }))
  }
  return (
    <>
      <Button icon={<Replay />} isDisabled={deadCount === 0} onClick={() => setIsAsking(true)}>
        {text('resource:webhooks.replay.all')}
      </Button>
      {isAsking && (
        <ConfirmAction
          title={text('resource:webhooks.replay.allTitle')}
          confirmLabel={text('resource:webhooks.replay.all')}
          onConfirm={send}
          onClose={() => setIsAsking(false)}
        >
          {text('resource:webhooks.replay.allText', { count: deadCount })}
        </ConfirmAction>
      )}
    </>
  )
}

const useRowActions = ({ id }: Webhook) => {
  const text = useText('resource')
  const may = useMay()
  const replay = useReplay()
  return ({ id: eventid, state }: Delivery): readonly MenuAction[] => {
    if (state === 'PENDING' || !may(['WEBHOOKS', 'EDIT'])) return []
    const send = async (): Promise<void> => {
      await replay.mutateAsync({ id, eventid })
      showMessage(text('resource:webhooks.replay.done'))
    }
    return [{ label: text('resource:webhooks.replay.action'), onSelect: () => void send() }]
  }
}

const toolsOf = ({ id }: Webhook) =>
  exportTool({
    list: 'webhookdeliveries',
    params: { id },
    body: deliveriesBody,
    fields: {
      event: ['id', 'action'],
      time: ['eventTime'],
      state: ['state'],
      attempts: ['attempts'],
      answer: ['answerStatus', 'failure'],
      next: ['nextAttemptAt'],
    },
  })

/** What the webhook was sent, what waits, and what was given up. */
export const DeliveriesTab = ({ webhook }: WebhookProps) => {
  const text = useText('resource')
  const may = useMay()
  const filter = {
    key: 'state',
    label: text('resource:webhooks.deliveries.state'),
    options: optionsOf(WebhookDeliveryState.options, (value) =>
      text(`resource:webhooks.deliveryStates.${value}`),
    ),
  }
  return (
    <ListPage<Delivery>
      isPart
      title={text('resource:webhooks.tabs.deliveries')}
      query={deliveriesQuery(webhook.id)}
      columns={useColumns()}
      filters={[filter]}
      rowId={({ id }) => id}
      rowName={({ action }) => action}
      rowActions={useRowActions(webhook)}
      actions={may(['WEBHOOKS', 'EDIT']) && <ReplayAll webhook={webhook} />}
      views="webhookdeliveries"
      tools={toolsOf(webhook)}
      empty={{
        title: text('resource:webhooks.deliveries.empty'),
        text: text('resource:webhooks.deliveries.emptyText'),
      }}
    />
  )
}
