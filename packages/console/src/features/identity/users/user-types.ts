import type { User, UserSummary } from '@signet/contract/identity/user'
import { isEditRestricted } from '@signet/rules/users'
import type { z } from 'zod'
import { useSession } from '../../../session/session-context.tsx'

export type UserRow = z.output<typeof UserSummary>
export type UserDetail = z.output<typeof User>

export const userStates = ['ACTIVE', 'INACTIVE', 'REGISTERING'] as const

export const userPath = (id: string): string => `/user/${id}`

/** What the signed-in administrator stands to this user as. */
export const useStanding = ({ id, type }: Pick<UserDetail, 'id' | 'type'>) => {
  const { user } = useSession()
  return { isSelf: id === user.id, isRestricted: isEditRestricted({ id, type }, user.id) }
}
