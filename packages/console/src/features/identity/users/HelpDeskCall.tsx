import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import type { SectionProps } from './authenticator-deeds.ts'
import { type StartedCall, startCall, useCallAnswer } from './help-desk-call.queries.ts'

const severities = { PENDING: 'info', APPROVED: 'success' } as const

const severityOf = (status: string) =>
  status === 'PENDING' || status === 'APPROVED' ? severities[status] : 'error'

interface CallDialogProps {
  readonly name: string
  readonly started: StartedCall
  readonly onClose: () => void
}

/** The number that both read aloud, and what the app has answered. */
const CallDialog = ({ name, started, onClose }: CallDialogProps) => {
  const text = useText('members')
  const status = useCallAnswer(started)
  const done = (
    <Button kind="primary" onClick={onClose}>
      {text('common:actions.close')}
    </Button>
  )
  const title = text('members:users.authenticators.call.dialog', { name })
  return (
    <Dialog isOpen title={title} actions={done}>
      <Stack spacing={2}>
        <div>{text('members:users.authenticators.call.read', { name })}</div>
        <Typography component="div" variant="h4" sx={{ letterSpacing: '0.1em' }}>
          {started.number.replace(/^(.{3})/, '$1 ')}
        </Typography>
        <Notice severity={severityOf(status)}>
          {text(`members:users.authenticators.call.status.${status}`, { name })}
        </Notice>
      </Stack>
    </Dialog>
  )
}

interface HelpDeskCallProps extends Pick<SectionProps, 'found' | 'name' | 'mayEdit'> {
  readonly userid: string
}

/** For whoever speaks with a user who has the app: both make sure of each other before a reset. */
export const HelpDeskCall = ({ found, userid, name, mayEdit }: HelpDeskCallProps) => {
  const text = useText('members')
  const [isAsking, setAsking] = useState(false)
  const [started, setStarted] = useState<StartedCall | null>(null)
  const hasApp = found.tokens.some(
    ({ type, state }) => type === 'ENTRUST_SOFT_TOKEN' && state === 'ACTIVE',
  )
  if (!mayEdit || !hasApp) return null
  const title = text('members:users.authenticators.call.title')
  const start = text('members:users.authenticators.call.start')
  return (
    <Section title={title} actions={<Button onClick={() => setAsking(true)}>{start}</Button>}>
      <Typography variant="body2">{text('members:users.authenticators.call.text')}</Typography>
      {isAsking && (
        <ConfirmAction
          title={title}
          confirmLabel={start}
          onConfirm={async () => setStarted(await startCall(userid))}
          onClose={() => setAsking(false)}
        >
          {text('members:users.authenticators.call.ask', { name })}
        </ConfirmAction>
      )}
      {started !== null && <CallDialog {...{ name, started }} onClose={() => setStarted(null)} />}
    </Section>
  )
}
