import Stack from '@mui/material/Stack'
import { foldCode } from '@signet/rules/codes'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { TextInput } from '../../../ui/TextInput.tsx'

interface SynchroniseDialogProps {
  readonly of: 'app' | 'token'
  readonly onSynchronise: (
    first: string,
    next: string,
  ) => Promise<{
    /** Until when failed attempts lock the owner out of codes. */
    readonly lockedOutUntil: string | null
  }>
  readonly onClose: () => void
}

const code = { autoComplete: 'one-time-code', maxLength: 10, isRequired: true } as const
const digitsOf = (typed: string): string => foldCode(typed)

/** What is said of an app, and of a hardware token. */
const words = {
  app: {
    title: 'userPortal:authenticators.synchronise.title',
    text: 'userPortal:authenticators.synchronise.text',
    first: 'userPortal:authenticators.synchronise.first',
    done: 'userPortal:authenticators.synchronise.done',
  },
  token: {
    title: 'userPortal:authenticators.hardware.synchronise',
    text: 'userPortal:authenticators.hardware.synchroniseText',
    first: 'userPortal:authenticators.hardware.code',
    done: 'common:form.saved',
  },
} as const

/** Two codes in a row tell how far the clock is off (RFC 6238, section 6; RFC 4226, section 7.4). */
export const SynchroniseDialog = ({ of, onSynchronise, onClose }: SynchroniseDialogProps) => {
  const text = useText('userPortal')
  const { date } = useFormats()
  const [first, setFirst] = useState('')
  const [next, setNext] = useState('')
  const synchronise = async (): Promise<void> => {
    const { lockedOutUntil } = await onSynchronise(digitsOf(first), digitsOf(next))
    showMessage(text(words[of].done))
    if (lockedOutUntil === null) return
    const locked = { time: date(lockedOutUntil) }
    showMessage(text('userPortal:authenticators.synchronise.lockedOut', locked), {
      icon: 'warning',
    })
  }
  return (
    <ConfirmAction
      title={text(words[of].title)}
      confirmLabel={text('userPortal:authenticators.synchronise.action')}
      onConfirm={synchronise}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <span>{text(words[of].text)}</span>
        <TextInput
          {...code}
          label={text(words[of].first)}
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
