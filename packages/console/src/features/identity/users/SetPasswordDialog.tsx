import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { TextInput } from '../../../ui/TextInput.tsx'
import { ToggleInput } from '../../../ui/ToggleInput.tsx'
import { useFieldLabels } from './user-forms.ts'
import type { UserDetail } from './user-types.ts'

interface SetPasswordDialogProps {
  readonly user: UserDetail
  readonly onSet: (
    password: string,
    forceUpdate: boolean,
  ) => Promise<{ readonly warnings: readonly string[] }>
  readonly onClose: () => void
}

/** Sets a password for a user, who is told by mail and signed out everywhere. */
export const SetPasswordDialog = ({ user, onSet, onClose }: SetPasswordDialogProps) => {
  const text = useText('members')
  const { label } = useFieldLabels()
  const [password, setPassword] = useState('')
  const [isTemporary, setIsTemporary] = useState(true)
  const name = user.displayName
  const run = async (): Promise<void> => {
    const { warnings } = await onSet(password, isTemporary)
    if (warnings.includes('radius_too_long')) {
      const told = text('members:users.authenticators.passwordNotForRadius', { name })
      showMessage(told, { icon: 'warning' })
    } else showMessage(text('members:users.authenticators.passwordSet', { name }))
  }
  return (
    <ConfirmAction
      title={text('members:users.authenticators.setPasswordTitle', { name })}
      confirmLabel={text('members:users.authenticators.setPassword')}
      onConfirm={run}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <div>{text('members:users.authenticators.setPasswordText')}</div>
        <TextInput
          label={text('members:users.authenticators.newPassword')}
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="new-password"
          isRequired
          autoFocus
        />
        <ToggleInput
          label={label('passwordChangeRequired')}
          value={isTemporary}
          onChange={setIsTemporary}
        />
      </Stack>
    </ConfirmAction>
  )
}
