import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyText } from '../../../ui/CopyText.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'

export interface WantedCode {
  readonly maxUses?: number
  readonly validityMillis?: number
}

const hour = 3_600_000

const isWhole = (typed: string): boolean => typed === '' || /^[1-9]\d{0,2}$/.test(typed)

interface MakeCodeDialogProps {
  readonly onMake: (wanted: WantedCode) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks how often and for how long the new code is good. */
export const MakeCodeDialog = ({ onMake, onClose }: MakeCodeDialogProps) => {
  const text = useText('members')
  const [uses, setUses] = useState('')
  const [hours, setHours] = useState('')
  const make = (): Promise<unknown> =>
    onMake({
      ...(uses === '' ? {} : { maxUses: Number(uses) }),
      ...(hours === '' ? {} : { validityMillis: Number(hours) * hour }),
    })
  return (
    <ConfirmAction
      title={text('members:users.authenticators.temporaryCode.title')}
      confirmLabel={text('members:users.authenticators.temporaryCode.make')}
      isIncomplete={!isWhole(uses) || !isWhole(hours)}
      onConfirm={make}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <div>{text('members:users.authenticators.temporaryCode.text')}</div>
        <TextInput
          label={text('members:users.authenticators.temporaryCode.maxUses')}
          hint={text('members:users.authenticators.temporaryCode.asSet')}
          value={uses}
          onChange={setUses}
          maxLength={3}
        />
        <TextInput
          label={text('members:users.authenticators.temporaryCode.validity')}
          hint={text('members:users.authenticators.temporaryCode.asSet')}
          value={hours}
          onChange={setHours}
          maxLength={3}
        />
      </Stack>
    </ConfirmAction>
  )
}

interface MadeCodeDialogProps {
  readonly name: string
  readonly code: string
  readonly onClose: () => void
}

/** Shows the code this one time. */
export const MadeCodeDialog = ({ name, code, onClose }: MadeCodeDialogProps) => {
  const text = useText('members')
  const done = (
    <Button kind="primary" onClick={onClose}>
      {text('common:actions.close')}
    </Button>
  )
  return (
    <Dialog isOpen title={text('members:users.authenticators.temporaryCode.title')} actions={done}>
      <Stack spacing={2}>
        <Notice severity="warning">
          {text('members:users.authenticators.temporaryCode.once', { name })}
        </Notice>
        <Typography component="div" variant="h6">
          <CopyText text={code} />
        </Typography>
      </Stack>
    </Dialog>
  )
}
