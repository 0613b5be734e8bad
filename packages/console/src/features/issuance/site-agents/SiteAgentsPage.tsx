import Block from '@mui/icons-material/BlockOutlined'
import { useMemo, useState } from 'react'
import { DeleteDialog } from '../../../kit/deletion.tsx'
import { ListPage } from '../../../kit/ListPage.tsx'
import { byName, rowId, rowName } from '../../../kit/named-rows.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { newSiteAgentPath, siteAgentsPath } from './site-agent-paths.ts'
import { agentsPageQuery, type SiteAgent, siteAgents } from './site-agents.queries.ts'

const Status = ({ isOnline }: Pick<SiteAgent, 'isOnline'>) => {
  const text = useText('issuancePortal')
  const label = text(`issuancePortal:siteAgents.${isOnline ? 'online' : 'away'}`)
  return <Tag label={label} severity={isOnline ? 'OK' : 'UNKNOWN'} />
}

const useColumns = () => {
  const text = useText('issuancePortal')
  const timeColumn = useTimeColumn()
  return useMemo(
    () => [
      {
        key: 'name',
        title: text('issuancePortal:siteAgents.name'),
        isSortable: true,
        minWidth: 170,
        render: rowName,
      },
      {
        key: 'readers',
        title: text('issuancePortal:siteAgents.readers'),
        minWidth: 220,
        render: ({ readers }: SiteAgent) => readers.map(({ name }) => name).join(', '),
      },
      timeColumn(
        {
          key: 'lastSeen',
          title: text('issuancePortal:siteAgents.lastSeen'),
          none: text('issuancePortal:siteAgents.never'),
        },
        ({ lastSeenAt }: SiteAgent) => lastSeenAt,
      ),
      {
        key: 'status',
        title: text('issuancePortal:siteAgents.status'),
        width: 140,
        render: ({ isOnline }: SiteAgent) => <Status isOnline={isOnline} />,
      },
    ],
    [text, timeColumn],
  )
}

interface RevokeProps {
  readonly agent: SiteAgent
  readonly onClose: () => void
}

const RevokeDialog = ({ agent: { id, name }, onClose }: RevokeProps) => {
  const text = useText('issuancePortal')
  const texts = {
    title: text('issuancePortal:siteAgents.revoke'),
    action: text('issuancePortal:siteAgents.revoke'),
    text: text('issuancePortal:siteAgents.revokeText', { name }),
    done: text('issuancePortal:siteAgents.revoked', { name }),
  }
  return (
    <DeleteDialog
      entity={siteAgents}
      {...{ id, texts, onClose }}
      typed={name}
      listPath={siteAgentsPath}
    />
  )
}

/** The processes in the tenant's networks that have card readers. */
const SiteAgentsPage = () => {
  const text = useText('issuancePortal')
  const may = useMay()
  const [revoking, setRevoking] = useState<SiteAgent | null>(null)
  const add = useAddButton(['AGENTS', 'ADD'], newSiteAgentPath, text('common:pages.newSiteAgent'))
  const revoke = (agent: SiteAgent) => ({
    label: text('issuancePortal:siteAgents.revoke'),
    icon: <Block fontSize="small" />,
    isDestructive: true,
    onSelect: () => setRevoking(agent),
  })
  return (
    <>
      <ListPage<SiteAgent>
        title={text('common:pages.siteAgents')}
        query={agentsPageQuery}
        columns={useColumns()}
        sort={byName}
        searchLabel={text('issuancePortal:siteAgents.search')}
        {...{ rowId, rowName }}
        {...(may(['AGENTS', 'REMOVE']) ? { rowActions: (agent) => [revoke(agent)] } : {})}
        actions={add}
        empty={{
          title: text('issuancePortal:siteAgents.empty'),
          text: text('issuancePortal:siteAgents.emptyText'),
          actions: add,
        }}
      />
      {revoking !== null && <RevokeDialog agent={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}

export default SiteAgentsPage
