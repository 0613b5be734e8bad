import Stack from '@mui/material/Stack'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { MailHint } from '../../../pickers/mail-state/MailHint.tsx'
import { type FailedDeed, useFailedDeed } from './email-server.queries.ts'

export interface FailedQuestion {
  readonly deed: FailedDeed
  /** Null for every failed email. */
  readonly ids: readonly string[] | null
}

interface FailedDialogProps extends FailedQuestion {
  readonly onClose: () => void
}

/** Asks before failed emails are sent again or discarded, and says how many were. */
export const FailedDialog = ({ deed, ids, onClose }: FailedDialogProps) => {
  const text = useText('settings')
  const change = useFailedDeed(deed)
  const run = async (): Promise<void> => {
    const count = await change.mutateAsync(ids)
    const isPart = deed === 'send' && ids !== null && count < ids.length
    if (isPart) {
      showMessage(text('settings:email.failed.send.partly', { count }), { icon: 'warning' })
      return
    }
    showMessage(text(`settings:email.failed.${deed}.done`, { count }))
  }
  const title =
    ids === null
      ? text('settings:email.failed.send.allTitle')
      : text(`settings:email.failed.${deed}.title`, { count: ids.length })
  return (
    <ConfirmAction
      title={title}
      confirmLabel={text(`settings:email.failed.${deed}.action`)}
      isDestructive={deed === 'discard'}
      onConfirm={run}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <div>{text(`settings:email.failed.${deed}.text`)}</div>
        {deed === 'send' && <MailHint about="mails" />}
      </Stack>
    </ConfirmAction>
  )
}
