import MailIcon from '@mui/icons-material/MailOutlined'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { showPartFailure } from '../../../lib/show-failure.ts'
import { MailHint } from '../../../pickers/mail-state/MailHint.tsx'
import { useMailToast } from '../../../pickers/mail-state/use-mail-toast.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { type Operation, useInvitingAdded } from './bulk-operations.queries.ts'

interface DialogProps {
  readonly operation: Operation
  readonly onClose: () => void
}

const InviteDialog = ({ operation, onClose }: DialogProps) => {
  const text = useText('members')
  const { isMissing } = useMailToast()
  const invite = useInvitingAdded()
  const run = async (): Promise<void> => {
    const { done, failed, refusal } = await invite.mutateAsync(operation)
    if (refusal === null) {
      showMessage(text('members:many.invite.done', { count: done }))
      return
    }
    if (done === 0) throw refusal
    showPartFailure(`${text('members:users.bulkFailed', { done, failed })}.`, refusal)
  }
  return (
    <ConfirmAction
      title={text('members:many.invite.importedTitle')}
      confirmLabel={text('members:many.invite.action')}
      isIncomplete={isMissing}
      onConfirm={run}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <div>{text('members:many.invite.importedText')}</div>
        <MailHint about="mails" />
      </Stack>
    </ConfirmAction>
  )
}

/** Invites the users whom an import has added, as far as they have no way in. */
export const InviteImported = ({ operation }: { readonly operation: Operation }) => {
  const text = useText('members')
  const mayInvite = useMay()(['USERS', 'EDIT'])
  const [isAsked, setAsked] = useState(false)
  const { kind, done } = operation
  if (kind !== 'importusers' || done.changed === 0 || !mayInvite) return null
  return (
    <>
      <Button icon={<MailIcon />} onClick={() => setAsked(true)}>
        {text('members:many.invite.imported')}
      </Button>
      {isAsked && <InviteDialog operation={operation} onClose={() => setAsked(false)} />}
    </>
  )
}
