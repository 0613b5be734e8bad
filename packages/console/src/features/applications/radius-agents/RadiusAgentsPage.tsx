import { severityOf } from '@signet/rules/severity'
import { useMemo } from 'react'
import { ListPage } from '../../../kit/ListPage.tsx'
import { byName, rowId, rowName } from '../../../kit/named-rows.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { type Agent, agentPath, agentsPageQuery, agentsPath } from './radius-agents.queries.ts'

const rowLink = ({ id }: Agent): string => agentPath(id)

const useColumns = () => {
  const text = useText('resource')
  const timeColumn = useTimeColumn()
  return useMemo(
    () => [
      {
        key: 'name',
        title: text('resource:radius.fields.name'),
        isSortable: true,
        minWidth: 170,
        render: rowName,
      },
      timeColumn(
        {
          key: 'lastSeen',
          title: text('resource:radius.agents.lastSeen'),
          none: text('resource:radius.agents.never'),
        },
        ({ lastSeenAt }: Agent) => lastSeenAt,
      ),
      {
        key: 'status',
        title: text('resource:applications.columns.status'),
        width: 120,
        render: ({ enabled }: Agent) => (
          <Tag
            label={text(`resource:applications.status.${enabled ? 'ACTIVE' : 'INACTIVE'}`)}
            severity={severityOf(enabled ? 'ACTIVE' : 'INACTIVE')}
          />
        ),
      },
    ],
    [text, timeColumn],
  )
}

/** The processes in the tenant's networks that speak RADIUS. */
const RadiusAgentsPage = () => {
  const text = useText('resource')
  const add = useAddButton(
    ['AGENTS', 'ADD'],
    `${agentsPath}/add`,
    text('common:pages.newRadiusAgent'),
  )
  return (
    <ListPage<Agent>
      title={text('common:pages.radiusAgents')}
      query={agentsPageQuery}
      columns={useColumns()}
      sort={byName}
      searchLabel={text('resource:radius.agents.search')}
      {...{ rowId, rowName, rowLink }}
      actions={add}
      empty={{
        title: text('resource:radius.agents.empty'),
        text: text('resource:radius.agents.emptyText'),
        actions: add,
      }}
    />
  )
}

export default RadiusAgentsPage
