import type { InvitationLink } from '@signet/contract/access/invitations'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { ConfirmMail } from '../../../pickers/mail-state/ConfirmMail.tsx'
import { InvitationLinkDialog } from './InvitationLinkDialog.tsx'
import { useInvitationDeeds } from './invitation.queries.ts'
import type { UserDetail } from './user-types.ts'

export type InvitationDeed = 'send' | 'link' | 'revoke'

interface DialogProps {
  readonly user: Pick<UserDetail, 'id' | 'displayName' | 'userId'>
  readonly onClose: () => void
}

const SendDialog = ({ user: { id, displayName: name }, onClose }: DialogProps) => {
  const text = useText('members')
  const { send } = useInvitationDeeds(id)
  return (
    <ConfirmMail
      title={text('members:users.invitation.sendTitle', { name })}
      confirmLabel={text('members:users.invitation.send')}
      recipient={name}
      onConfirm={send}
      onClose={onClose}
    >
      {text('members:users.invitation.sendText', { name })}
    </ConfirmMail>
  )
}

const RevokeDialog = ({ user: { id, displayName: name }, onClose }: DialogProps) => {
  const text = useText('members')
  const { revoke } = useInvitationDeeds(id)
  const run = async (): Promise<void> => {
    await revoke()
    showMessage(text('members:users.invitation.revoked', { name }))
  }
  return (
    <ConfirmAction
      title={text('members:users.invitation.revokeTitle', { name })}
      confirmLabel={text('members:users.invitation.revoke')}
      onConfirm={run}
      onClose={onClose}
    >
      {text('members:users.invitation.revokeText', { name })}
    </ConfirmAction>
  )
}

const LinkDialog = ({ user, onClose }: DialogProps) => {
  const text = useText('members')
  const { link } = useInvitationDeeds(user.id)
  const [made, setMade] = useState<z.output<typeof InvitationLink> | null>(null)
  const isMade = useRef(false)
  const make = async (): Promise<void> => {
    setMade(await link())
    isMade.current = true
  }
  if (made !== null) return <InvitationLinkDialog {...{ user, made, onClose }} />
  const { displayName: name } = user
  // Asked and answered, the question closes; what was made is shown in its place.
  const close = (): void => {
    if (!isMade.current) onClose()
  }
  return (
    <ConfirmAction
      title={text('members:users.invitation.linkTitle', { name })}
      confirmLabel={text('members:users.invitation.link')}
      onConfirm={make}
      onClose={close}
    >
      {text('members:users.invitation.linkText', { name })}
    </ConfirmAction>
  )
}

const dialogs = { send: SendDialog, link: LinkDialog, revoke: RevokeDialog } as const

/** Asks before an invitation is sent, handed over or revoked. */
export const InvitationDialog = ({
  deed,
  ...props
}: DialogProps & { readonly deed: InvitationDeed }) => {
  const Chosen = dialogs[deed]
  return <Chosen {...props} />
}
