import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { InvitationLink } from '@signet/contract/access/invitations'
import type { z } from 'zod'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useSession } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CopyText } from '../../../ui/CopyText.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PrintSheet } from '../../../ui/PrintSheet.tsx'
import { QrCode } from '../../../ui/QrCode.tsx'
import type { UserDetail } from './user-types.ts'

interface LinkProps {
  readonly user: Pick<UserDetail, 'displayName' | 'userId'>
  readonly made: z.output<typeof InvitationLink>
}

/** Typed from paper: each character is told apart, and none is cut off. */
const address = { display: 'block', my: 1, fontSize: '1.05em', overflowWrap: 'anywhere' } as const
const steps = { my: 2, pl: 3, '& > li': { mb: 2 } } as const

/** The invitation on paper, for the user: what to do, how to sign in afterwards, and until when. */
const InvitationSheet = ({ user: { displayName: name, userId }, made }: LinkProps) => {
  const text = useText('members')
  const { date } = useFormats()
  const { companyName: company } = useSession().theme
  return (
    <PrintSheet title={text('members:users.invitation.paper.title', { name })}>
      <Typography>{text('members:users.invitation.paper.intro', { company })}</Typography>
      <Typography component="ol" sx={steps}>
        <li>
          {text('members:users.invitation.paper.scan')}
          <Box component="code" sx={address}>
            {made.link}
          </Box>
          <QrCode value={made.link} label={text('members:users.invitation.picture')} />
        </li>
        <li>{text('members:users.invitation.paper.follow')}</li>
        <li>{text('members:users.invitation.paper.signIn', { userId })}</li>
      </Typography>
      <Typography>
        {text('members:users.invitation.paper.until', { until: date(made.expiresAt) })}
      </Typography>
    </PrintSheet>
  )
}

interface InvitationLinkDialogProps extends LinkProps {
  readonly onClose: () => void
}

/** Shows the link this one time: to be copied, scanned or printed. */
export const InvitationLinkDialog = ({ user, made, onClose }: InvitationLinkDialogProps) => {
  const text = useText('members')
  const { date } = useFormats()
  const { displayName: name } = user
  const actions = (
    <>
      <Button onClick={() => print()}>{text('members:users.invitation.print')}</Button>
      <Button kind="primary" onClick={onClose}>
        {text('common:actions.close')}
      </Button>
    </>
  )
  return (
    <Dialog isOpen title={text('members:users.invitation.linkOf', { name })} actions={actions}>
      <InvitationSheet {...{ user, made }} />
      <Stack spacing={2}>
        <Notice severity="warning">
          {text('members:users.invitation.once', { name, until: date(made.expiresAt) })}
        </Notice>
        <QrCode value={made.link} label={text('members:users.invitation.picture')} />
        <CopyText text={made.link} label={text('members:users.invitation.copy')} />
      </Stack>
    </Dialog>
  )
}
