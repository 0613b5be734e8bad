import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Replay from '@mui/icons-material/Replay'
import { useState } from 'react'
import { ListPage } from '../../../kit/ListPage.tsx'
import type { BulkAction } from '../../../kit/list-types.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import type { MenuAction } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import type { TableColumn } from '../../../ui/table-columns.tsx'
import { type FailedDeed, failedQuery, type Message } from './email-server.queries.ts'
import { FailedDialog, type FailedQuestion } from './FailedDialog.tsx'

const useColumns = (): readonly TableColumn<Message>[] => {
  const text = useText('settings', 'customization')
  const timeColumn = useTimeColumn()
  const title = (key: 'time' | 'recipient' | 'kind' | 'tries') => ({
    key,
    title: text(`settings:email.log.columns.${key}`),
  })
  return [
    { ...title('recipient'), share: 1.2, minWidth: 160, render: ({ recipient }) => recipient },
    {
      ...title('kind'),
      minWidth: 110,
      render: ({ type }) => text(`customization:emailTemplates.types.${type}`),
    },
    timeColumn(title('time'), ({ updatedAt }) => updatedAt),
    { ...title('tries'), width: 70, render: ({ tries }) => tries },
    {
      key: 'reason',
      title: text('settings:email.failed.columns.reason'),
      share: 1.6,
      minWidth: 170,
      render: ({ reason, reply }) =>
        reason === null ? (reply ?? '–') : text(`settings:email.failed.reasons.${reason}`),
    },
    {
      key: 'again',
      title: text('settings:email.failed.columns.again'),
      share: 1.6,
      minWidth: 150,
      render: ({ sendAgain }) =>
        sendAgain === null ? '–' : text(`settings:email.failed.again.${sendAgain}`),
    },
  ]
}

const icons = {
  send: <Replay fontSize="small" />,
  discard: <DeleteIcon fontSize="small" />,
} as const

/** What can be done with failed emails, and the dialog that asks. */
const useDeeds = () => {
  const text = useText('settings')
  const mayEdit = useMay()(['SETTINGS', 'EDIT'])
  const [question, setQuestion] = useState<FailedQuestion | null>(null)
  const shared = (deed: FailedDeed) => ({
    label: text(`settings:email.failed.${deed}.action`),
    icon: icons[deed],
    isDestructive: deed === 'discard',
  })
  const bulk = (deed: FailedDeed): BulkAction => ({
    ...shared(deed),
    run: (selection) => setQuestion({ deed, ids: selection.kind === 'ids' ? selection.ids : [] }),
  })
  const item = (deed: FailedDeed, { id }: Message): MenuAction => ({
    ...shared(deed),
    onSelect: () => setQuestion({ deed, ids: [id] }),
  })
  const rowActions = (message: Message): readonly MenuAction[] => [
    ...(message.sendAgain === 'POSSIBLE' ? [item('send', message)] : []),
    item('discard', message),
  ]
  const all = (
    <Button icon={<Replay />} onClick={() => setQuestion({ deed: 'send', ids: null })}>
      {text('settings:email.failed.send.all')}
    </Button>
  )
  return {
    list: mayEdit ? { rowActions, bulkActions: [bulk('send'), bulk('discard')], actions: all } : {},
    dialog: question && <FailedDialog {...question} onClose={() => setQuestion(null)} />,
  }
}

/** Emails that were not delivered: to be sent again, or discarded. */
const FailedEmailsPage = () => {
  const text = useText('settings')
  const { list, dialog } = useDeeds()
  return (
    <>
      <ListPage<Message>
        title={text('common:pages.failedEmails')}
        query={failedQuery}
        rowId={({ id }) => id}
        rowName={({ recipient }) => recipient}
        columns={useColumns()}
        searchLabel={text('settings:email.log.search')}
        {...list}
        empty={{
          title: text('settings:email.failed.empty'),
          text: text('settings:email.failed.emptyText'),
        }}
      />
      {dialog}
    </>
  )
}

export default FailedEmailsPage
