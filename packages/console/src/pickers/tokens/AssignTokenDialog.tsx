import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { ConfirmAction } from '../../kit/ConfirmAction.tsx'
import { useText } from '../../lib/i18n.ts'
import { showMessage } from '../../lib/messages.ts'
import { type PickedUser, UserPicker } from '../UserPicker.tsx'
import { CodeField, isCodeOrNone } from './CodeField.tsx'
import { showsCodes, type TokenAtHand, useTokenDeeds } from './token-deeds.ts'

interface TokenDialogProps {
  readonly token: TokenAtHand
  readonly onClose: () => void
}

/** Gives a token of the stock to somebody. */
export const AssignTokenDialog = ({ token, onClose }: TokenDialogProps) => {
  const text = useText('resource')
  const { assign } = useTokenDeeds()
  const [user, setUser] = useState<PickedUser | null>(null)
  const [code, setCode] = useState('')
  const run = async (): Promise<void> => {
    if (user === null) return
    await assign(token.id, user.id, code)
    showMessage(text('resource:tokens.assign.done', { name: user.displayName }))
  }
  return (
    <ConfirmAction
      title={text('resource:tokens.assign.title', { serial: token.serialNumber })}
      confirmLabel={text('resource:tokens.assign.action')}
      isIncomplete={user === null || !isCodeOrNone(code)}
      onConfirm={run}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <UserPicker label={text('resource:tokens.columns.user')} value={user} onChange={setUser} />
        {showsCodes(token) && <CodeField value={code} onChange={setCode} />}
      </Stack>
    </ConfirmAction>
  )
}
