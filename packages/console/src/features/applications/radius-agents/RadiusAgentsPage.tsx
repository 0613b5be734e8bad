import Add from '@mui/icons-material/Add'
import { severityOf } from '@signet/rules/severity'
import { useMemo } from 'react'
import { ListPage } from '../../../kit/ListPage.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { type Agent, agentPath, agentsPageQuery, agentsPath } from './radius-agents.queries.ts'

const rowId = ({ id }: Agent): string => id
const rowName = ({ name }: Agent): string => name
const rowLink = ({ id }: Agent): string => agentPath(id)
const firstSort = { key: 'name', isDescending: false }

const useColumns = () => {
  const text = useText('resource')
  const { date } = useFormats()
  return useMemo(
    () => [
      {
        key: 'name',
        title: text('resource:radius.fields.name'),
        isSortable: true,
        minWidth: 170,
        render: rowName,
      },
      {
        key: 'lastSeen',
        title: text('resource:radius.agents.lastSeen'),
        width: 200,
        render: ({ lastSeenAt }: Agent) =>
          lastSeenAt === null ? text('resource:radius.agents.never') : date(lastSeenAt),
      },
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
    [text, date],
  )
}

/** The processes in the tenant's networks that speak RADIUS. */
const RadiusAgentsPage = () => {
  const text = useText('resource')
  const may = useMay()
  const add = may(['AGENTS', 'ADD']) && (
    <Button kind="primary" icon={<Add />} to={`${agentsPath}/add`}>
      {text('common:pages.newRadiusAgent')}
    </Button>
  )
  return (
    <ListPage<Agent>
      title={text('common:pages.radiusAgents')}
      query={agentsPageQuery}
      columns={useColumns()}
      sort={firstSort}
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
