import Stack from '@mui/material/Stack'
import type { ComponentProps } from 'react'
import { ConfirmAction } from '../../kit/ConfirmAction.tsx'
import { MailHint } from './MailHint.tsx'
import { useMailToast } from './use-mail-toast.ts'

interface ConfirmMailProps extends ComponentProps<typeof ConfirmAction> {
  /** The name of the user who gets the email. */
  readonly recipient: string
}

/** Asks before an email is queued for a user, and says afterwards whether it was. */
export const ConfirmMail = ({ recipient, children, onConfirm, ...rest }: ConfirmMailProps) => {
  const { toUser } = useMailToast()
  const confirm = async (): Promise<void> => {
    await onConfirm()
    toUser(recipient)
  }
  return (
    <ConfirmAction {...rest} onConfirm={confirm}>
      <Stack spacing={2}>
        <div>{children}</div>
        <MailHint />
      </Stack>
    </ConfirmAction>
  )
}
