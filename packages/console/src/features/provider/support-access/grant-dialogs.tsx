import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { TextInput } from '../../../ui/TextInput.tsx'
import { type Grant, useAccept, useEnd, useGive } from './support-access.queries.ts'
import { firstTerms, TermsFields, termsOf } from './TermsFields.tsx'

interface DialogProps {
  readonly onClose: () => void
}

const longestReason = 500

/** Grants the provider access. */
export const GiveDialog = ({ onClose }: DialogProps) => {
  const text = useText('serviceProvider')
  const give = useGive()
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState(firstTerms)
  const terms = termsOf(typed)
  const title = text('serviceProvider:supportAccess.give')
  const run = async (): Promise<void> => {
    if (terms === null) return
    await give.mutateAsync({ reason: reason.trim(), ...terms })
    showMessage(text('serviceProvider:supportAccess.given'))
  }
  return (
    <ConfirmAction
      {...{ title, onClose }}
      confirmLabel={title}
      isIncomplete={terms === null || reason.trim() === ''}
      onConfirm={run}
    >
      <Stack spacing={2}>
        <TextInput
          label={text('serviceProvider:supportAccess.reason')}
          hint={text('serviceProvider:supportAccess.reasonHint')}
          isRequired
          autoFocus
          maxLength={longestReason}
          value={reason}
          onChange={setReason}
        />
        <TermsFields terms={typed} onChange={setTyped} />
      </Stack>
    </ConfirmAction>
  )
}

interface GrantDialogProps extends DialogProps {
  readonly grant: Pick<Grant, 'id' | 'reason' | 'state'>
}

/** Grants what the provider has asked for. */
export const AcceptDialog = ({ grant: { id, reason }, onClose }: GrantDialogProps) => {
  const text = useText('serviceProvider')
  const accept = useAccept()
  const [typed, setTyped] = useState(firstTerms)
  const body = termsOf(typed)
  const run = async (): Promise<void> => {
    if (body === null) return
    await accept.mutateAsync({ id, body })
    showMessage(text('serviceProvider:supportAccess.accepted'))
  }
  return (
    <ConfirmAction
      title={text('serviceProvider:supportAccess.acceptTitle')}
      confirmLabel={text('serviceProvider:supportAccess.accept')}
      isIncomplete={body === null}
      onConfirm={run}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <span>{reason}</span>
        <TermsFields terms={typed} onChange={setTyped} />
      </Stack>
    </ConfirmAction>
  )
}

/** Ends a grant, or rejects a request. */
export const EndDialog = ({ grant: { id, state }, onClose }: GrantDialogProps) => {
  const text = useText('serviceProvider')
  const end = useEnd()
  const isRequest = state === 'REQUESTED'
  const run = async (): Promise<void> => {
    await end.mutateAsync(id)
    showMessage(text(`serviceProvider:supportAccess.${isRequest ? 'rejected' : 'ended'}`))
  }
  return (
    <ConfirmAction
      title={text(`serviceProvider:supportAccess.${isRequest ? 'rejectTitle' : 'endTitle'}`)}
      confirmLabel={text(`serviceProvider:supportAccess.${isRequest ? 'reject' : 'end'}`)}
      isDestructive
      onConfirm={run}
      onClose={onClose}
    >
      {text(`serviceProvider:supportAccess.${isRequest ? 'rejectText' : 'endText'}`)}
    </ConfirmAction>
  )
}
