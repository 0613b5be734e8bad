import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import GroupRemove from '@mui/icons-material/GroupRemoveOutlined'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { type GroupDetail, useGroupChanges } from './groups.queries.ts'

interface DialogProps {
  readonly group: GroupDetail
  readonly deed: 'deletes' | 'empties'
  readonly onClose: () => void
}

/** Both cannot be taken back: the group's name is to be typed. */
const DeedDialog = ({ group: { id, name, memberCount }, deed, onClose }: DialogProps) => {
  const text = useText('members')
  const navigate = useNavigate()
  const { remove, empty } = useGroupChanges()
  const run = async (): Promise<void> => {
    await (deed === 'deletes' ? remove : empty).mutateAsync(id)
    showMessage(text(`members:groups.${deed}.done`, { name }))
    if (deed === 'deletes') void navigate('/groups')
  }
  return (
    <ConfirmAction
      title={text(`members:groups.${deed}.title`, { name })}
      confirmLabel={text(`members:groups.${deed}.action`)}
      typed={name}
      isDestructive
      onConfirm={run}
      onClose={onClose}
    >
      {text(`members:groups.${deed}.text`, { count: memberCount })}
    </ConfirmAction>
  )
}

/** Empty the group, and delete it. */
export const GroupActions = ({ group }: { readonly group: GroupDetail }) => {
  const text = useText('members')
  const may = useMay()
  const [deed, setDeed] = useState<DialogProps['deed'] | null>(null)
  const empty = {
    label: text('members:groups.empties.action'),
    icon: <GroupRemove fontSize="small" />,
    onSelect: () => setDeed('empties'),
  }
  const remove = {
    label: text('members:groups.deletes.action'),
    icon: <DeleteIcon fontSize="small" />,
    isDestructive: true,
    onSelect: () => setDeed('deletes'),
  }
  return (
    <>
      <ActionMenu
        actions={[
          ...(may(['GROUPS', 'EDIT']) && group.memberCount > 0 ? [empty] : []),
          ...(may(['GROUPS', 'REMOVE']) ? [remove] : []),
        ]}
        label={text('common:list.rowActions', { name: group.name })}
      />
      {deed !== null && <DeedDialog {...{ group, deed }} onClose={() => setDeed(null)} />}
    </>
  )
}
