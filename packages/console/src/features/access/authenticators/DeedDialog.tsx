import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { TextInput } from '../../../ui/TextInput.tsx'
import type { Deed } from './deeds.ts'

interface DeedDialogProps {
  readonly deed: Deed
  readonly onClose: () => void
}

/** Asks before one's own app or passkey changes. */
export const DeedDialog = ({ deed, onClose }: DeedDialogProps) => {
  const text = useText('userPortal')
  const { kind, name, run } = deed
  const [typed, setTyped] = useState(name)
  const act = async (): Promise<void> => {
    await run(typed.trim())
    showMessage(text('common:form.saved'))
  }
  return (
    <ConfirmAction
      title={text(`userPortal:authenticators.${kind}.title`, { name })}
      confirmLabel={text(`userPortal:authenticators.${kind}.action`)}
      isDestructive={kind === 'remove'}
      onConfirm={act}
      onClose={onClose}
    >
      {kind === 'rename' ? (
        <TextInput
          label={text('userPortal:authenticators.name')}
          value={typed}
          onChange={setTyped}
          maxLength={100}
          autoFocus
        />
      ) : (
        text(`userPortal:authenticators.${kind}.text`)
      )}
    </ConfirmAction>
  )
}
