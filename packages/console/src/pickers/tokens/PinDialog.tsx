import Stack from '@mui/material/Stack'
import { TokenPin } from '@signet/contract/authenticators/tokens'
import { useState } from 'react'
import { ConfirmAction } from '../../kit/ConfirmAction.tsx'
import { useText } from '../../lib/i18n.ts'
import { showMessage } from '../../lib/messages.ts'
import { TextInput } from '../../ui/TextInput.tsx'
import { ToggleInput } from '../../ui/ToggleInput.tsx'
import { type TokenAtHand, useTokenDeeds } from './token-deeds.ts'

interface PinDialogProps {
  readonly token: TokenAtHand
  readonly onClose: () => void
}

interface PinFieldProps {
  readonly value: string
  readonly onChange: (typed: string) => void
  readonly isDisabled: boolean
}

const PinField = (props: PinFieldProps) => {
  const text = useText('resource')
  return (
    <TextInput
      {...props}
      label={text('resource:tokens.pin.label')}
      hint={text('resource:tokens.pin.hint')}
      type="password"
      autoComplete="new-password"
      maxLength={12}
      autoFocus
    />
  )
}

/** What stands before a token's codes: sets it, or takes it away. */
export const PinDialog = ({ token, onClose }: PinDialogProps) => {
  const text = useText('resource')
  const { setPin } = useTokenDeeds()
  const [pin, setTyped] = useState('')
  const [isNone, setIsNone] = useState(false)
  const run = async (): Promise<void> => {
    await setPin(token.id, isNone ? null : pin)
    showMessage(text('common:form.saved'))
  }
  return (
    <ConfirmAction
      title={text('resource:tokens.pin.title', { serial: token.serialNumber })}
      confirmLabel={text('common:actions.save')}
      isIncomplete={!isNone && !TokenPin.safeParse(pin).success}
      onConfirm={run}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <span>{text('resource:tokens.pin.text')}</span>
        <PinField value={pin} onChange={setTyped} isDisabled={isNone} />
        {token.hasPin && (
          <ToggleInput
            label={text('resource:tokens.pin.none')}
            value={isNone}
            onChange={setIsNone}
          />
        )}
      </Stack>
    </ConfirmAction>
  )
}
