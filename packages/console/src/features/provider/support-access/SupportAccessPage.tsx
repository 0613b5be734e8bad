import Add from '@mui/icons-material/Add'
import { useMemo, useState } from 'react'
import { ListPage } from '../../../kit/ListPage.tsx'
import { rowId } from '../../../kit/named-rows.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { GiveDialog } from './grant-dialogs.tsx'
import { stateSeverity, useGrantWords } from './grant-words.ts'
import { ProviderSignIn } from './ProviderSignIn.tsx'
import { type Grant, grantPath, grantsQuery } from './support-access.queries.ts'
import { useGrantActions } from './use-grant-actions.tsx'

const rowName = ({ reason }: Grant): string => reason
const rowLink = ({ id }: Grant): string => grantPath(id)

const useColumns = () => {
  const text = useText('serviceProvider')
  const { rights, state } = useGrantWords()
  const timeColumn = useTimeColumn()
  return useMemo(() => {
    const column = (key: 'reason' | 'rights' | 'state' | 'created' | 'ends') => ({
      key,
      title: text(`serviceProvider:supportAccess.columns.${key}`),
    })
    return [
      { ...column('reason'), share: 2, minWidth: 200, render: rowName },
      { ...column('rights'), minWidth: 140, render: rights },
      {
        ...column('state'),
        width: 140,
        render: (grant: Grant) => (
          <Tag label={state(grant.state)} severity={stateSeverity[grant.state]} />
        ),
      },
      timeColumn(column('created'), ({ createdAt }: Grant) => createdAt),
      timeColumn(column('ends'), ({ endsAt }: Grant) => endsAt),
    ]
  }, [text, rights, state, timeColumn])
}

/** The help that the provider gives, or asks to give. */
const SupportAccessPage = () => {
  const text = useText('serviceProvider')
  const [isGiving, setIsGiving] = useState(false)
  const { actionsOf, dialog } = useGrantActions()
  const give = useMay()(['SUPPORTGRANTS', 'ADD']) && (
    <Button kind="primary" icon={<Add />} onClick={() => setIsGiving(true)}>
      {text('serviceProvider:supportAccess.give')}
    </Button>
  )
  return (
    <>
      <ListPage<Grant>
        title={text('common:pages.supportAccess')}
        query={grantsQuery}
        columns={useColumns()}
        searchLabel={text('serviceProvider:supportAccess.search')}
        {...{ rowId, rowName, rowLink }}
        rowActions={actionsOf}
        actions={
          <>
            <ProviderSignIn />
            {give}
          </>
        }
        empty={{
          title: text('serviceProvider:supportAccess.empty'),
          text: text('serviceProvider:supportAccess.emptyText'),
          actions: give,
        }}
      />
      {isGiving && <GiveDialog onClose={() => setIsGiving(false)} />}
      {dialog}
    </>
  )
}

export default SupportAccessPage
