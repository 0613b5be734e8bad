import Stack from '@mui/material/Stack'
import { foldCode } from '@signet/rules/codes'
import { useState } from 'react'
import { ConfirmAction } from '../../kit/ConfirmAction.tsx'
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

/** Two codes in a row tell how far a token has run away (RFC 4226, section 7.4). */
export const SynchroniseTokenDialog = ({ token, onClose }: SynchroniseTokenDialogProps) => {
  const text = useText('resource')
  const { synchronise } = useTokenDeeds()
  const [first, setFirst] = useState('')
  const [next, setNext] = useState('')
  const run = async (): Promise<void> => {
    await synchronise(token.id, digitsOf(first), digitsOf(next))
    showMessage(text('resource:tokens.synchronise.done'))
  }
  return (
    <ConfirmAction
      title={text('resource:tokens.synchronise.title', { serial: token.serialNumber })}
      confirmLabel={text('resource:tokens.synchronise.action')}
      isIncomplete={!isCode(first) || !isCode(next)}
      onConfirm={run}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <span>{text('resource:tokens.synchronise.text')}</span>
        <TextInput
          {...field}
          label={text('resource:tokens.synchronise.first')}
          value={first}
          onChange={setFirst}
          autoFocus
        />
        <TextInput
          {...field}
          label={text('resource:tokens.synchronise.next')}
          value={next}
          onChange={setNext}
        />
      </Stack>
    </ConfirmAction>
  )
}
