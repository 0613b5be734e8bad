import Stack from '@mui/material/Stack'
import { foldCode } from '@signet/rules/codes'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { UnlockTokenDialog } from '../../../pickers/tokens/UnlockTokenDialog.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { type ShownCodes, useOwnHardwareDeeds } from './hardware-deeds.ts'

const field = { autoComplete: 'one-time-code', maxLength: 24 } as const
const shortest = 6
const nothing: ShownCodes = { first: '', next: '' }

const areShown = ({ first, next }: ShownCodes): boolean =>
  foldCode(first).length >= shortest && (next === '' || foldCode(next).length >= shortest)

const typedCodes = ({ first, next }: ShownCodes): ShownCodes => ({
  first: foldCode(first),
  next: foldCode(next),
})

interface CodesProps {
  readonly codes: ShownCodes
  readonly onChange: (codes: ShownCodes) => void
}

/** The code that the token shows, and the one after it where the first alone is refused. */
const Codes = ({ codes, onChange }: CodesProps) => {
  const text = useText('userPortal')
  return (
    <>
      <TextInput
        {...field}
        label={text('userPortal:authenticators.hardware.code')}
        value={codes.first}
        onChange={(first) => onChange({ ...codes, first })}
        isRequired
      />
      <TextInput
        {...field}
        label={text('userPortal:authenticators.synchronise.next')}
        hint={text('userPortal:authenticators.hardware.nextHint')}
        value={codes.next}
        onChange={(next) => onChange({ ...codes, next })}
      />
    </>
  )
}

/** Takes over a token that one holds: by its number and a code of it. */
export const ClaimTokenDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const text = useText('userPortal')
  const { claim } = useOwnHardwareDeeds()
  const [serial, setSerial] = useState('')
  const [codes, setCodes] = useState(nothing)
  const run = async (): Promise<void> => {
    await claim(serial.trim(), typedCodes(codes))
    showMessage(text('userPortal:authenticators.hardware.added'))
  }
  return (
    <ConfirmAction
      title={text('userPortal:authenticators.hardware.add')}
      confirmLabel={text('userPortal:authenticators.hardware.add')}
      isIncomplete={serial.trim() === '' || !areShown(codes)}
      onConfirm={run}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <TextInput
          label={text('userPortal:authenticators.hardware.serial')}
          hint={text('userPortal:authenticators.hardware.serialHint')}
          value={serial}
          onChange={setSerial}
          maxLength={64}
          isRequired
          autoFocus
        />
        <Codes codes={codes} onChange={setCodes} />
      </Stack>
    </ConfirmAction>
  )
}

interface TokenDialogProps {
  readonly tokenId: string
  readonly name: string
  readonly onClose: () => void
}

/** A token that was sent has come: a code of it shows that. */
export const ReceiveTokenDialog = ({ tokenId, name, onClose }: TokenDialogProps) => {
  const text = useText('userPortal')
  const { receive } = useOwnHardwareDeeds()
  const [codes, setCodes] = useState(nothing)
  const run = async (): Promise<void> => {
    await receive(tokenId, typedCodes(codes))
    showMessage(text('userPortal:authenticators.hardware.added'))
  }
  return (
    <ConfirmAction
      title={name}
      confirmLabel={text('userPortal:authenticators.hardware.receive')}
      isIncomplete={!areShown(codes)}
      onConfirm={run}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <span>{text('userPortal:authenticators.hardware.receiveText')}</span>
        <Codes codes={codes} onChange={setCodes} />
      </Stack>
    </ConfirmAction>
  )
}

/** Forgets wrong codes; of a token that has locked itself it says how to open it. */
export const UnlockOwnDialog = ({ tokenId, name, onClose }: TokenDialogProps) => {
  const text = useText('userPortal')
  const { unlock } = useOwnHardwareDeeds()
  const texts = {
    title: name,
    action: text('userPortal:authenticators.hardware.unlock'),
    about: text('userPortal:authenticators.hardware.unlockText'),
    number: text('userPortal:authenticators.hardware.number'),
    numberHint: text('userPortal:authenticators.hardware.numberHint'),
    done: text('common:form.saved'),
    answer: text('userPortal:authenticators.hardware.answer'),
  }
  const run = async (number: string) => (await unlock(tokenId, number)).unlockResponse
  return <UnlockTokenDialog texts={texts} unlock={run} onClose={onClose} />
}
