import Stack from '@mui/material/Stack'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import type { Selection } from '../../../kit/list-types.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { showPartFailure } from '../../../lib/show-failure.ts'
import { MailHint } from '../../../pickers/mail-state/MailHint.tsx'
import { useMailToast } from '../../../pickers/mail-state/use-mail-toast.ts'
import { countOf } from './bulk-deeds.ts'
import { useInviting } from './invitation.queries.ts'

interface InviteManyProps {
  readonly selection: Selection
  readonly onClose: () => void
}

/** Asks before the chosen users are invited; says how many were, and why others were not. */
export const InviteManyDialog = ({ selection, onClose }: InviteManyProps) => {
  const text = useText('members')
  const invite = useInviting()
  const { isMissing } = useMailToast()
  const run = async (): Promise<void> => {
    const { done, failed, refusal } = await invite(selection)
    if (refusal === null) {
      showMessage(text('members:many.invite.done', { count: done }))
      return
    }
    if (done === 0) throw refusal
    showPartFailure(`${text('members:users.bulkFailed', { done, failed })}.`, refusal)
  }
  return (
    <ConfirmAction
      title={text('members:many.invite.title', { count: countOf(selection) })}
      confirmLabel={text('members:many.invite.action')}
      isIncomplete={isMissing}
      onConfirm={run}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <div>{text('members:many.invite.text')}</div>
        <MailHint about="mails" />
      </Stack>
    </ConfirmAction>
  )
}
