import { useState } from 'react'
import { ConfirmAction } from '../kit/ConfirmAction.tsx'
import { useText } from '../lib/i18n.ts'
import { showMessage } from '../lib/messages.ts'
import { type PickedUser, UserPicker } from './UserPicker.tsx'

interface AddMemberDialogProps {
  /** Of the group or organization. */
  readonly name: string
  readonly onAdd: (userId: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Puts one user into a group or an organization. */
export const AddMemberDialog = ({ name, onAdd, onClose }: AddMemberDialogProps) => {
  const text = useText('members')
  const [user, setUser] = useState<PickedUser | null>(null)
  const run = async (): Promise<void> => {
    if (user === null) return
    await onAdd(user.id)
    showMessage(text('members:membership.added', { user: user.displayName, name }))
  }
  return (
    <ConfirmAction
      title={text('members:membership.addTitle', { name })}
      confirmLabel={text('members:membership.add')}
      isIncomplete={user === null}
      onConfirm={run}
      onClose={onClose}
    >
      <UserPicker
        label={text('members:membership.user')}
        hint={text('members:membership.userHint')}
        value={user}
        onChange={setUser}
      />
    </ConfirmAction>
  )
}
