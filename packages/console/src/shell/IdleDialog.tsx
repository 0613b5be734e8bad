import Typography from '@mui/material/Typography'
import { sessionRemainder } from '@signet/rules/display'
import { useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { useStore } from '../lib/store.ts'
import type { SessionCounter } from '../session/counter.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

/** Warns before an idle session ends, and counts down. */
const IdleDialog = ({ counter }: { readonly counter: SessionCounter }) => {
  const text = useText()
  const { isPrompting, remainingSeconds } = useStore(counter.state)
  const signOut = useSignOut()
  const [isPending, setIsPending] = useState(false)
  const left = sessionRemainder(remainingSeconds * 1000)
  const handleContinue = async (): Promise<void> => {
    setIsPending(true)
    await counter.continueSession()
    setIsPending(false)
  }
  return (
    <Dialog
      isOpen={isPrompting}
      isAlert
      title={text('common:session.idleTitle')}
      actions={
        <>
          <Button onClick={signOut}>{text('common:shell.logout')}</Button>
          <Button kind="primary" autoFocus isPending={isPending} onClick={handleContinue}>
            {text('common:session.continue')}
          </Button>
        </>
      }
    >
      <Typography variant="body2">{text('common:session.idle')}</Typography>
      <Typography role="timer" sx={{ mt: 1.5, fontSize: '1.25rem', fontWeight: 620 }}>
        {left.expired
          ? text('common:session.expired')
          : text('common:session.remaining', { minutes: left.minutes, seconds: left.seconds })}
      </Typography>
    </Dialog>
  )
}

export default IdleDialog
