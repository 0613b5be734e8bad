import { useMemo } from 'react'
import { ListPage } from '../../../kit/ListPage.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { type RolloutRow, rolloutPath, rolloutsQuery } from './settings-templates.queries.ts'
import { StateTag } from './state-words.tsx'

const rowId = ({ id }: RolloutRow): string => id
const rowLink = ({ id }: RolloutRow): string => rolloutPath(id)

const useColumns = () => {
  const text = useText('serviceProvider')
  const { date, number } = useFormats()
  return useMemo(
    () => [
      {
        key: 'created',
        title: text('serviceProvider:settingsTemplates.startedAt'),
        minWidth: 170,
        render: ({ createdAt }: RolloutRow) => date(createdAt),
      },
      {
        key: 'startedBy',
        title: text('serviceProvider:settingsTemplates.startedBy'),
        minWidth: 150,
        render: ({ startedBy }: RolloutRow) => startedBy,
      },
      {
        key: 'state',
        title: text('serviceProvider:settingsTemplates.state'),
        width: 170,
        render: ({ state }: RolloutRow) => <StateTag state={state} />,
      },
      {
        key: 'applied',
        title: text('serviceProvider:settingsTemplates.changedTenants'),
        width: 150,
        isNumeric: true,
        render: ({ tenants }: RolloutRow) => number(tenants.APPLIED ?? 0),
      },
    ],
    [text, date, number],
  )
}

/** The rollouts of a template. */
export const RolloutsTab = ({ id }: { readonly id: string }) => {
  const text = useText('serviceProvider')
  const { date } = useFormats()
  const query = useMemo(() => rolloutsQuery(id), [id])
  return (
    <ListPage<RolloutRow>
      isPart
      title={text('serviceProvider:settingsTemplates.rollouts')}
      query={query}
      columns={useColumns()}
      {...{ rowId, rowLink }}
      rowName={({ createdAt }) => date(createdAt)}
      empty={{
        title: text('serviceProvider:settingsTemplates.noRollouts'),
        text: text('serviceProvider:settingsTemplates.noRolloutsText'),
      }}
    />
  )
}
