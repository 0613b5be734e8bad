import Stack from '@mui/material/Stack'
import { foldCode } from '@signet/rules/codes'
import { useState } from 'react'
import { ConfirmAction } from '../../kit/ConfirmAction.tsx'
import { useNextStep } from '../../kit/next-step.ts'
import { useText } from '../../lib/i18n.ts'
import { showMessage } from '../../lib/messages.ts'
import { TextInput } from '../../ui/TextInput.tsx'
import { type TokenAtHand, useTokenDeeds } from './token-deeds.ts'

interface SynchroniseTokenDialogProps {
  readonly token: TokenAtHand
  readonly onClose: () => void
}

const field = { autoComplete: 'off', maxLength: 12, isRequired: true } as const
const digitsOf = (typed: string): string => foldCode(typed)
const isCode = (typed: string): boolean => /^\d{6,10}$/.test(digitsOf(typed))

/** The next code would be rejected: failed attempts are counted apart from the clock. */
const LockedOutDialog = ({ token, onClose }: SynchroniseTokenDialogProps) => {
  const text = useText('resource')
  const { unlock } = useTokenDeeds()
  const run = async (): Promise<void> => {
    await unlock(token.id, '')
    showMessage(text('resource:tokens.unlock.done'))
  }
  return (
    <ConfirmAction
      title={text('resource:tokens.unlock.title', { serial: token.serialNumber })}
      confirmLabel={text('resource:tokens.unlock.action')}
      onConfirm={run}
      onClose={onClose}
    >
      {text('resource:tokens.synchronise.lockedOut')}
    </ConfirmAction>
  )
}

/** Two codes in a row tell how far a token has run away (RFC 4226, section 7.4). */
export const SynchroniseTokenDialog = ({ token, onClose }: SynchroniseTokenDialogProps) => {
  const text = useText('resource')
  const { synchronise } = useTokenDeeds()
  const { next: lockedOut, goOn, close } = useNextStep<'lockedOut'>(onClose)
  const [first, setFirst] = useState('')
  const [next, setNext] = useState('')
  const run = async (): Promise<void> => {
    const { lockedOutUntil } = await synchronise(token.id, digitsOf(first), digitsOf(next))
    showMessage(text('resource:tokens.synchronise.done'))
    if (lockedOutUntil !== null) goOn('lockedOut')
  }
  if (lockedOut !== null) return <LockedOutDialog token={token} onClose={onClose} />
  return (
    <ConfirmAction
      title={text('resource:tokens.synchronise.title', { serial: token.serialNumber })}
      confirmLabel={text('resource:tokens.synchronise.action')}
      isIncomplete={!isCode(first) || !isCode(next)}
      onConfirm={run}
      onClose={close}
    >
      <Stack spacing={2}>
        <span>{text('resource:tokens.synchronise.text')}</span>
        <TextInput
          {...{ ...field, value: first, onChange: setFirst }}
          label={text('resource:tokens.synchronise.first')}
          autoFocus
        />
        <TextInput
          {...{ ...field, value: next, onChange: setNext }}
          label={text('resource:tokens.synchronise.next')}
        />
      </Stack>
    </ConfirmAction>
  )
}
