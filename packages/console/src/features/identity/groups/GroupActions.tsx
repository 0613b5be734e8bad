import GroupRemove from '@mui/icons-material/GroupRemoveOutlined'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { DeletionMenu } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { type GroupDetail, groups, useEmptying } from './groups.queries.ts'

interface DialogProps {
  readonly group: GroupDetail
  readonly onClose: () => void
}

const useDeedTexts = ({ name, memberCount }: GroupDetail, deed: 'deletes' | 'empties') => {
  const text = useText('members')
  return {
    title: text(`members:groups.${deed}.title`, { name }),
    action: text(`members:groups.${deed}.action`),
    text: text(`members:groups.${deed}.text`, { count: memberCount }),
    done: text(`members:groups.${deed}.done`, { name }),
  }
}

/** It cannot be taken back: the group's name is to be typed. */
const EmptyDialog = ({ group, onClose }: DialogProps) => {
  const { title, action, text, done } = useDeedTexts(group, 'empties')
  const empty = useEmptying()
  const run = async (): Promise<void> => {
    await empty.mutateAsync(group.id)
    showMessage(done)
  }
  return (
    <ConfirmAction
      title={title}
      confirmLabel={action}
      typed={group.name}
      isDestructive
      onConfirm={run}
      onClose={onClose}
    >
      {text}
    </ConfirmAction>
  )
}

/** Empty the group, and delete it. */
export const GroupActions = ({ group }: { readonly group: GroupDetail }) => {
  const text = useText('members')
  const may = useMay()
  const [isEmptying, setIsEmptying] = useState(false)
  const { id, name, memberCount } = group
  const empty = {
    label: text('members:groups.empties.action'),
    icon: <GroupRemove fontSize="small" />,
    onSelect: () => setIsEmptying(true),
  }
  return (
    <>
      <DeletionMenu
        entity={groups}
        id={id}
        name={name}
        typed={name}
        needs={['GROUPS', 'REMOVE']}
        actions={may(['GROUPS', 'EDIT']) && memberCount > 0 ? [empty] : []}
        texts={useDeedTexts(group, 'deletes')}
        listPath="/groups"
      />
      {isEmptying && <EmptyDialog group={group} onClose={() => setIsEmptying(false)} />}
    </>
  )
}
