import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import LockOpenIcon from '@mui/icons-material/LockOpenOutlined'
import LockIcon from '@mui/icons-material/LockOutlined'
import MailIcon from '@mui/icons-material/MailOutlined'
import PowerIcon from '@mui/icons-material/PowerSettingsNewOutlined'
import { useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu, type MenuAction } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { type InvitationDeed, InvitationDialog } from './InvitationDialogs.tsx'
import { isInvitable, useInvitationWays } from './invitation-state.ts'
import { type Deed, UserDeedDialog } from './UserDeedDialog.tsx'
import { type UserDetail, useStanding } from './user-types.ts'

const icons = {
  lock: <LockIcon fontSize="small" />,
  unlock: <LockOpenIcon fontSize="small" />,
  activate: <PowerIcon fontSize="small" />,
  deactivate: <PowerIcon fontSize="small" />,
  delete: <DeleteIcon fontSize="small" />,
}

/** What may be done with this user; nobody locks, switches off or deletes themselves. */
const useDeeds = (user: UserDetail): readonly Deed[] => {
  const may = useMay()
  const { isSelf } = useStanding(user)
  if (isSelf) return []
  const isActive = user.state === 'ACTIVE'
  const edits: readonly Deed[] = [
    user.locked ? 'unlock' : 'lock',
    isActive ? 'deactivate' : 'activate',
  ]
  return [
    ...(may(['USERS', 'EDIT']) ? edits : []),
    ...(may(['USERS', 'REMOVE']) ? (['delete'] as const) : []),
  ]
}

/** How a user is invited who has never signed in; invited users have a section of the page for it. */
const useInviting = (user: UserDetail) => {
  const text = useText('members')
  const mayEdit = useMay()(['USERS', 'EDIT'])
  const ways = useInvitationWays(user)
  const [deed, setDeed] = useState<InvitationDeed | null>(null)
  const actions = ways.map(
    (way): MenuAction => ({
      label: text(`members:users.invitation.${way}`),
      icon: <MailIcon fontSize="small" />,
      onSelect: () => setDeed(way),
    }),
  )
  return {
    actions: mayEdit && isInvitable(user) ? actions : [],
    dialog: deed !== null && <InvitationDialog {...{ deed, user }} onClose={() => setDeed(null)} />,
  }
}

/** The deeds on one user, and the dialogs that ask. */
export const UserActions = ({ user }: { readonly user: UserDetail }) => {
  const text = useText('members')
  const inviting = useInviting(user)
  const [opened, setOpened] = useState<Deed | null>(null)
  const deeds = useDeeds(user)
  const [first, ...rest] = deeds
  const actions = rest.map(
    (deed): MenuAction => ({
      label: text(`members:users.${deed === 'delete' ? 'deletes' : deed}.action`),
      icon: icons[deed],
      isDestructive: deed === 'delete',
      onSelect: () => setOpened(deed),
    }),
  )
  return (
    <>
      {first !== undefined && first !== 'delete' && (
        <Button icon={icons[first]} onClick={() => setOpened(first)}>
          {text(`members:users.${first}.action`)}
        </Button>
      )}
      <ActionMenu
        actions={[...inviting.actions, ...actions]}
        label={text('common:list.rowActions', { name: user.displayName })}
      />
      {opened !== null && (
        <UserDeedDialog deed={opened} user={user} onClose={() => setOpened(null)} />
      )}
      {inviting.dialog}
    </>
  )
}
