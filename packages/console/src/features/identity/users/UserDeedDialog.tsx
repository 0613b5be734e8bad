import { useNavigate } from 'react-router'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useRemove } from '../../../kit/entity.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import type { UserDetail } from './user-types.ts'
import { users, useStateChange, useUnlocking } from './users.queries.ts'

export type Deed = 'lock' | 'unlock' | 'activate' | 'deactivate' | 'delete'

interface UserDeedDialogProps {
  readonly deed: Deed
  readonly user: UserDetail
  readonly onClose: () => void
}

/** What a deed sends; each answers only when it is done. */
const useDeed = ({ deed, user: { id } }: UserDeedDialogProps) => {
  const changeState = useStateChange()
  const unlock = useUnlocking()
  const remove = useRemove(users)
  const deeds: Readonly<Record<Deed, () => Promise<unknown>>> = {
    lock: () => changeState.mutateAsync({ id, body: { locked: true } }),
    unlock: () => unlock.mutateAsync({ id }),
    activate: () => changeState.mutateAsync({ id, body: { state: 'ACTIVE' } }),
    deactivate: () => changeState.mutateAsync({ id, body: { state: 'INACTIVE' } }),
    delete: () => remove.mutateAsync(id),
  }
  return deeds[deed]
}

/** Asks before a deed on one user; deleting wants the user id typed. */
export const UserDeedDialog = (props: UserDeedDialogProps) => {
  const { deed, user, onClose } = props
  const text = useText('members')
  const navigate = useNavigate()
  const act = useDeed(props)
  const isDelete = deed === 'delete'
  const group = isDelete ? 'deletes' : deed
  const name = user.displayName
  const run = async (): Promise<void> => {
    await act()
    showMessage(text(`members:users.${group}.done`, { name }))
    if (isDelete) void navigate('/users')
  }
  return (
    <ConfirmAction
      title={text(`members:users.${group}.title`, { name })}
      confirmLabel={text(`members:users.${group}.action`)}
      {...(isDelete ? { typed: user.userId } : {})}
      isDestructive={isDelete}
      onConfirm={run}
      onClose={onClose}
    >
      {text(`members:users.${group}.text`, { name })}
    </ConfirmAction>
  )
}
