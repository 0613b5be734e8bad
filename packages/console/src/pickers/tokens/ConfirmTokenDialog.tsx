import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { ConfirmAction } from '../../kit/ConfirmAction.tsx'
import { useText } from '../../lib/i18n.ts'
import { showMessage } from '../../lib/messages.ts'
import { CodeField, isCodeOrNone } from './CodeField.tsx'
import { showsCodes, type TokenAtHand, useTokenDeeds } from './token-deeds.ts'

interface ConfirmTokenDialogProps {
  readonly token: TokenAtHand
  readonly onClose: () => void
}

/** A token on its way has reached its owner. */
export const ConfirmTokenDialog = ({ token, onClose }: ConfirmTokenDialogProps) => {
  const text = useText('resource')
  const { confirm } = useTokenDeeds()
  const [code, setCode] = useState('')
  const run = async (): Promise<void> => {
    await confirm(token.id, code)
    showMessage(text('common:form.saved'))
  }
  return (
    <ConfirmAction
      title={text('resource:tokens.confirm.title', { serial: token.serialNumber })}
      confirmLabel={text('resource:tokens.confirm.action')}
      isIncomplete={!isCodeOrNone(code)}
      onConfirm={run}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <span>{text('resource:tokens.confirm.text')}</span>
        {showsCodes(token) && <CodeField value={code} onChange={setCode} />}
      </Stack>
    </ConfirmAction>
  )
}
