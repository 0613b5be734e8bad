import { useMailToast } from '../../../pickers/mail-state/use-mail-toast.ts'
import type { UserDetail, UserRow } from './user-types.ts'

type Invitation = NonNullable<UserRow['invitation']>

/** Whether an invitation no longer works. */
export const isOver = ({ expiresAt }: Invitation): boolean => Date.parse(expiresAt) <= Date.now()

/** How a user can be invited: without an address, or a server that mails, by a link that is handed over. */
export const useInvitationWays = ({
  email,
}: Pick<UserDetail, 'email'>): readonly ('send' | 'link')[] => {
  const { isMissing } = useMailToast()
  return email === null || isMissing ? ['link'] : ['send', 'link']
}

/** Whether a user may be one to invite: whether they have a way in, the service knows. */
export const isInvitable = (user: UserDetail): boolean =>
  user.invitation === null &&
  user.lastAuthenticatedAt === null &&
  user.state === 'ACTIVE' &&
  !user.locked &&
  user.type !== 'LDAP_AD'
