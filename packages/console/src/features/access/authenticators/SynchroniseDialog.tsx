import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { TextInput } from '../../../ui/TextInput.tsx'

interface SynchroniseDialogProps {
  readonly onSynchronise: (first: string, next: string) => Promise<unknown>
  readonly onClose: () => void
}

const code = { autoComplete: 'one-time-code', maxLength: 10, isRequired: true } as const
const digitsOf = (typed: string): string => typed.replaceAll(/\s/g, '')

/** Two codes in a row tell how far the app's clock is off (RFC 6238, section 6). */
export const SynchroniseDialog = ({ onSynchronise, onClose }: SynchroniseDialogProps) => {
  const text = useText('userPortal')
  const [first, setFirst] = useState('')
  const [next, setNext] = useState('')
  const synchronise = async (): Promise<void> => {
    await onSynchronise(digitsOf(first), digitsOf(next))
    showMessage(text('userPortal:authenticators.synchronise.done'))
  }
  return (
    <ConfirmAction
      title={text('userPortal:authenticators.synchronise.title')}
      confirmLabel={text('userPortal:authenticators.synchronise.action')}
      onConfirm={synchronise}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <span>{text('userPortal:authenticators.synchronise.text')}</span>
        <TextInput
          {...code}
          label={text('userPortal:authenticators.synchronise.first')}
          value={first}
          onChange={setFirst}
          autoFocus
        />
        <TextInput
          {...code}
          label={text('userPortal:authenticators.synchronise.next')}
          value={next}
          onChange={setNext}
        />
      </Stack>
    </ConfirmAction>
  )
}
