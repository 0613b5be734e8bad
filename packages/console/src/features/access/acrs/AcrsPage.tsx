import Add from '@mui/icons-material/Add'
import { useMemo, useState } from 'react'
import { DeleteDialog } from '../../../kit/deletion.tsx'
import { ListPage } from '../../../kit/ListPage.tsx'
import { rowId, rowName } from '../../../kit/named-rows.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import type { MenuAction } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { AddAcrDialog } from './AddAcrDialog.tsx'
import { type Acr, acrs, acrsQuery } from './acrs.queries.ts'

const useColumns = () => {
  const text = useText('resource')
  return useMemo(
    () => [
      { key: 'name', title: text('resource:acrs.name'), share: 2, minWidth: 200, render: rowName },
      {
        key: 'description',
        title: text('resource:acrs.description'),
        share: 2,
        minWidth: 180,
        render: ({ description }: Acr) => description ?? '–',
      },
      {
        key: 'flows',
        title: text('resource:acrs.flows'),
        share: 2,
        minWidth: 160,
        render: ({ flows }: Acr) => flows.map(({ name }) => name).join(', ') || '–',
      },
    ],
    [text],
  )
}

interface RemoveDialogProps {
  readonly acr: Acr
  readonly onClose: () => void
}

const RemoveDialog = ({ acr: { id, name }, onClose }: RemoveDialogProps) => {
  const text = useText('resource')
  const title = text('resource:acrs.remove')
  const texts = {
    title,
    action: title,
    text: text('resource:acrs.removeText', { name }),
    done: text('resource:acrs.removed', { name }),
  }
  return <DeleteDialog entity={acrs} {...{ id, texts, onClose }} />
}

const useActions = (onRemove: (acr: Acr) => void) => {
  const label = useText('resource')('resource:acrs.remove')
  const mayRemove = useMay()(['SETTINGS', 'REMOVE'])
  return (acr: Acr): readonly MenuAction[] =>
    mayRemove
      ? [
          {
            label,
            isDestructive: true,
            onSelect: () => onRemove(acr),
          },
        ]
      : []
}

/** What applications may ask a sign-in to reach. */
const AcrsPage = () => {
  const text = useText('resource')
  const may = useMay()
  const [isAdding, setIsAdding] = useState(false)
  const [removing, setRemoving] = useState<Acr | null>(null)
  const add = may(['SETTINGS', 'ADD']) && (
    <Button kind="primary" icon={<Add />} onClick={() => setIsAdding(true)}>
      {text('resource:acrs.add')}
    </Button>
  )
  const rowActions = useActions(setRemoving)
  return (
    <>
      <ListPage<Acr>
        title={text('common:pages.acrs')}
        query={acrsQuery}
        columns={useColumns()}
        searchLabel={text('resource:acrs.search')}
        {...{ rowId, rowName }}
        {...{ rowActions }}
        actions={add}
        empty={{
          title: text('resource:acrs.empty'),
          text: text('resource:acrs.emptyText'),
          actions: add,
        }}
      />
      {isAdding && <AddAcrDialog onClose={() => setIsAdding(false)} />}
      {removing !== null && <RemoveDialog acr={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

export default AcrsPage
