import { listOwnActivity, type OwnActivity } from '@signet/contract/operations/own-activity'
import type { z } from 'zod'
import { ListPage } from '../../../kit/ListPage.tsx'
import type { ListRequest } from '../../../kit/list-state.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { call } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { outcomeSeverity, useAuditWords } from '../../../pickers/audit-words.ts'
import { Tag } from '../../../ui/Tag.tsx'
import type { TableColumn } from '../../../ui/table-columns.tsx'

type Activity = z.output<typeof OwnActivity>

const sides = ['SELF', 'OTHERS'] as const

const activityQuery = ({ limit, cursor, filters }: ListRequest) => ({
  queryKey: ['own-activity', limit, cursor, filters],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listOwnActivity, {
      body: {
        limit,
        side: filters.side === 'OTHERS' ? 'OTHERS' : 'SELF',
        ...(cursor === null ? {} : { cursor }),
      },
      signal,
    }),
})

const useColumns = (): readonly TableColumn<Activity>[] => {
  const text = useText('userPortal')
  const words = useAuditWords()
  const timeColumn = useTimeColumn()
  return [
    timeColumn(
      { key: 'time', title: text('userPortal:activity.when') },
      ({ eventTime }) => eventTime,
    ),
    {
      key: 'what',
      title: text('userPortal:activity.what'),
      render: ({ action, subject }) =>
        [words.action(action), subject].filter((part) => part !== '').join(': '),
    },
    {
      key: 'outcome',
      title: text('userPortal:activity.result'),
      width: 132,
      render: ({ outcome }) => (
        <Tag label={words.outcome(outcome)} severity={outcomeSeverity[outcome]} />
      ),
    },
    {
      key: 'by',
      title: text('userPortal:activity.who'),
      render: ({ by }) => text(`userPortal:activity.by.${by}`),
    },
    {
      key: 'address',
      title: text('userPortal:activity.where'),
      width: 140,
      render: ({ address }) => address ?? '–',
    },
  ]
}

/** What happened to the own account, the newest first. */
const ActivityPage = () => {
  const text = useText('userPortal')
  const options = sides.map((value) => ({ value, label: text(`userPortal:activity.${value}`) }))
  return (
    <ListPage<Activity>
      title={text('common:pages.myActivity')}
      query={activityQuery}
      columns={useColumns()}
      filters={[{ key: 'side', label: text('userPortal:activity.side'), options }]}
      rowId={({ id }) => id}
      rowName={({ action }) => action}
      empty={{
        title: text('userPortal:activity.empty'),
        text: text('userPortal:activity.emptyText'),
      }}
    />
  )
}

export default ActivityPage
