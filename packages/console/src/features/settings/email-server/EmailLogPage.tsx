import { EmailMessageState } from '@signet/contract/settings/email-messages'
import { optionsOf } from '../../../kit/fields.ts'
import { ListPage } from '../../../kit/ListPage.tsx'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useText } from '../../../lib/i18n.ts'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { useMailReply } from '../../../pickers/mail-state/use-mail-reply.ts'
import { MailTag } from '../../../pickers/sent-codes/MailTag.tsx'
import type { TableColumn } from '../../../ui/table-columns.tsx'
import { type Message, messagesBody, messagesQuery } from './email-server.queries.ts'

const useColumns = (): readonly TableColumn<Message>[] => {
  const text = useText('settings', 'customization')
  const replyOf = useMailReply()
  const timeColumn = useTimeColumn()
  const title = (key: 'time' | 'recipient' | 'kind' | 'state' | 'tries' | 'reply') => ({
    key,
    title: text(`settings:email.log.columns.${key}`),
  })
  return [
    { ...title('recipient'), share: 1.4, minWidth: 210, render: ({ recipient }) => recipient },
    timeColumn(title('time'), ({ updatedAt }) => updatedAt),
    { ...title('kind'), render: ({ type }) => text(`customization:emailTemplates.types.${type}`) },
    {
      ...title('state'),
      width: 118,
      render: ({ state }) => <MailTag state={state} />,
    },
    { ...title('tries'), width: 70, render: ({ tries }) => tries },
    {
      ...title('reply'),
      share: 1.2,
      render: (message) => replyOf(message) ?? '–',
    },
  ]
}

const tools = exportTool({
  list: 'emailmessages',
  body: messagesBody,
  fields: {
    recipient: ['recipient'],
    time: ['updatedAt'],
    kind: ['type'],
    state: ['state'],
    tries: ['tries'],
    reply: ['reply', 'via'],
  },
})

/** What became of the mails of the last 30 days. */
const EmailLogPage = () => {
  const text = useText('settings')
  const options = optionsOf(EmailMessageState.options, (value) =>
    text(`settings:email.log.states.${value}`),
  )
  return (
    <ListPage<Message>
      title={text('common:pages.emailLog')}
      query={messagesQuery}
      rowId={({ id }) => id}
      rowName={({ recipient }) => recipient}
      columns={useColumns()}
      filters={[{ key: 'state', label: text('settings:email.log.columns.state'), options }]}
      searchLabel={text('settings:email.log.search')}
      views="emailmessages"
      tools={tools}
      empty={{
        title: text('settings:email.log.empty'),
        text: text('settings:email.log.emptyText'),
      }}
    />
  )
}

export default EmailLogPage
