import Link from '@mui/material/Link'
import {
  listTextMessages,
  type TextMessage,
  TextMessageState,
} from '@signet/contract/authenticators/otps'
import { Link as RouterLink } from 'react-router'
import type { z } from 'zod'
import { optionsOf } from '../../../kit/fields.ts'
import { ListPage } from '../../../kit/ListPage.tsx'
import type { ListRequest } from '../../../kit/list-state.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { call } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { SentTag, useSentWords } from '../../../pickers/sent-codes/sent-words.tsx'
import { Button } from '../../../ui/Button.tsx'
import type { TableColumn } from '../../../ui/table-columns.tsx'

type Message = z.output<typeof TextMessage>

const bodyOf = ({ filters }: ListRequest) => {
  const state = TextMessageState.safeParse(filters.state)
  return state.success ? { state: state.data } : {}
}

const messagesQuery = (request: ListRequest) => ({
  queryKey: ['text-messages', 'page', request],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listTextMessages, {
      body: {
        ...bodyOf(request),
        limit: request.limit,
        ...(request.cursor === null ? {} : { cursor: request.cursor }),
      },
      signal,
    }),
})

const User = ({ userId, userName }: Message) =>
  userId === null ? (
    '–'
  ) : (
    <Link component={RouterLink} to={`/user/${userId}/authenticators`}>
      {userName}
    </Link>
  )

const useColumns = (): readonly TableColumn<Message>[] => {
  const text = useText('settings')
  const timeColumn = useTimeColumn()
  const { replyOf } = useSentWords()
  const title = (key: 'recipient' | 'user' | 'way' | 'time' | 'state' | 'reply' | 'provider') => ({
    key,
    title: text(`settings:codes.sent.columns.${key}`),
  })
  return [
    { ...title('recipient'), minWidth: 130, render: ({ hint }) => hint },
    { ...title('user'), render: (message) => <User {...message} /> },
    timeColumn(title('time'), ({ createdAt }) => createdAt),
    {
      ...title('way'),
      render: ({ deliveryType }) => text(`settings:codes.deliveries.${deliveryType}`),
    },
    { ...title('state'), width: 130, render: ({ state }) => <SentTag state={state} /> },
    { ...title('reply'), share: 1.4, render: replyOf },
    { ...title('provider'), render: ({ providerName }) => providerName ?? '–' },
  ]
}

const tools = exportTool({
  list: 'textmessages',
  body: bodyOf,
  fields: {
    recipient: ['hint'],
    user: ['userName'],
    time: ['createdAt'],
    way: ['deliveryType'],
    state: ['state'],
    reply: ['status', 'failure'],
    provider: ['providerName'],
  },
})

/** What became of the codes that went to telephones. */
export const SentCodesTab = () => {
  const text = useText('settings')
  const options = optionsOf(TextMessageState.options, (value) =>
    text(`settings:codes.sent.states.${value}`),
  )
  return (
    <ListPage<Message>
      isPart
      title={text('settings:codes.sent.title')}
      query={messagesQuery}
      rowId={({ id }) => id}
      rowName={({ hint }) => hint}
      columns={useColumns()}
      filters={[{ key: 'state', label: text('settings:codes.sent.columns.state'), options }]}
      views="textmessages"
      tools={tools}
      actions={<Button to="/settings/email/log">{text('common:pages.emailLog')}</Button>}
      empty={{
        title: text('settings:codes.sent.empty'),
        text: text('settings:codes.sent.emptyText'),
      }}
    />
  )
}
