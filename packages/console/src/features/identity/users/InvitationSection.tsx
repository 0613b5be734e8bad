import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Page.tsx'
import { type InvitationDeed, InvitationDialog } from './InvitationDialogs.tsx'
import { isOver, useInvitationWays } from './invitation-state.ts'
import type { UserDetail } from './user-types.ts'

interface UserProps {
  readonly user: UserDetail
}

/** What is to be known of an invitation, in a sentence. */
const useStanding = ({ displayName: name, invitation }: UserDetail): string => {
  const text = useText('members')
  const { date } = useFormats()
  if (invitation === null) return text('members:users.invitation.none', { name })
  const until = date(invitation.expiresAt)
  if (isOver(invitation)) return text('members:users.invitation.over', { until })
  const { sentTo: email } = invitation
  return email === null
    ? text('members:users.invitation.handedOver', { until })
    : text('members:users.invitation.mailed', { email, until })
}

const Actions = ({ user }: UserProps) => {
  const text = useText('members')
  const [opened, setOpened] = useState<InvitationDeed | null>(null)
  const ways = useInvitationWays(user)
  const isInvited = user.invitation !== null
  const labels = {
    send: text(isInvited ? 'members:users.invitation.resend' : 'members:users.invitation.send'),
    link: text('members:users.invitation.link'),
    revoke: text('members:users.invitation.revoke'),
  }
  const deeds: readonly InvitationDeed[] = isInvited ? [...ways, 'revoke'] : ways
  return (
    <>
      {deeds.map((deed) => (
        <Button key={deed} onClick={() => setOpened(deed)}>
          {labels[deed]}
        </Button>
      ))}
      {opened !== null && (
        <InvitationDialog deed={opened} user={user} onClose={() => setOpened(null)} />
      )}
    </>
  )
}

/** Of a user who is invited, or was just added without a way in. */
export const InvitationSection = ({ user }: UserProps) => {
  const text = useText('members')
  const mayEdit = useMay()(['USERS', 'EDIT'])
  const [parameters] = useSearchParams()
  const standing = useStanding(user)
  const isWanted = parameters.get('invite') === 'link' && user.lastAuthenticatedAt === null
  if (user.invitation === null && !isWanted) return null
  return (
    <Section
      title={text('members:users.invitation.title')}
      actions={mayEdit && <Actions user={user} />}
    >
      <Typography variant="body2">{standing}</Typography>
    </Section>
  )
}
