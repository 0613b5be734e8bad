import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ListFilter } from '../../../kit/list-types.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useRoleWords } from '../../../pickers/role-words.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import type { TableColumn } from '../../../ui/table-columns.tsx'
import { isOver } from './invitation-state.ts'
import {
  useFilterById,
  useGroupFilter,
  useOauthRoleFilter,
  useOrganizationFilter,
} from './user-filters.ts'
import { type UserRow, userStates } from './user-types.ts'
import { rolesQuery } from './users.queries.ts'

type Standing = Pick<UserRow, 'status' | 'severity' | 'invitation'>

/** The standing of a user: locked, invited and not able to sign in yet, else the state. */
export const UserStatus = ({ user }: { readonly user: Standing }) => {
  const text = useText('members')
  const { invitation } = user
  if (user.status === 'ACTIVE' && invitation !== null) {
    return isOver(invitation) ? (
      <Tag label={text('members:users.invitation.expired')} severity="WARNING" />
    ) : (
      <Tag label={text('members:users.invitation.invited')} severity="INFO" />
    )
  }
  return <Tag label={text(`members:users.status.${user.status}`)} severity={user.severity} />
}

/** How long ago, with the exact time as its tooltip. */
const Ago = ({ instant }: { readonly instant: string | null }) => {
  const { date, ago } = useFormats()
  return instant === null ? '–' : <span title={date(instant)}>{ago(instant)}</span>
}

/** The roles of a user, the built-in ones in the visitor's language. */
const Roles = ({ user: { roles } }: { readonly user: UserRow }) => {
  const { nameOf } = useRoleWords()
  return roles.map(nameOf).join(', ') || '–'
}

const columns = [
  { key: 'name', isSortable: true, render: ({ displayName }) => displayName },
  { key: 'userId', isSortable: true, share: 0.88, minWidth: 130, render: ({ userId }) => userId },
  { key: 'email', share: 1.5, minWidth: 220, render: ({ email }) => email ?? '–' },
  { key: 'status', width: 108, render: (user) => <UserStatus user={user} /> },
  { key: 'roles', share: 0.98, minWidth: 120, render: (user) => <Roles user={user} /> },
  {
    key: 'lastSignIn',
    width: 136,
    render: ({ lastAuthenticatedAt }) => <Ago instant={lastAuthenticatedAt} />,
  },
] as const satisfies readonly Omit<TableColumn<UserRow>, 'title'>[]

export const useUserColumns = (): readonly TableColumn<UserRow>[] => {
  const text = useText('members')
  return useMemo(
    () =>
      columns.map((column) => ({ ...column, title: text(`members:users.columns.${column.key}`) })),
    [text],
  )
}

/** Narrowing by role is offered to those who may see the roles. */
const useRoleFilter = (): readonly ListFilter[] => {
  const may = useMay()
  const { nameOf } = useRoleWords()
  const { data, isLoading } = useQuery({ ...rolesQuery, enabled: may(['ROLES', 'VIEW']) })
  const choices = data?.map((role) => ({ value: role.id, label: nameOf(role) }))
  return useFilterById({ key: 'role', choices, isReading: isLoading })
}

export const useUserFilters = (): readonly ListFilter[] => {
  const text = useText('members')
  return [
    {
      key: 'state',
      label: text('members:users.filters.state'),
      options: userStates.map((value) => ({ value, label: text(`members:users.status.${value}`) })),
    },
    {
      key: 'locked',
      label: text('members:users.filters.locked'),
      options: [
        { value: 'yes', label: text('members:users.filters.isLocked') },
        { value: 'no', label: text('members:users.filters.isNotLocked') },
      ],
    },
    {
      key: 'invitation',
      label: text('members:users.invitation.title'),
      options: [
        { value: 'PENDING', label: text('members:users.invitation.invited') },
        { value: 'EXPIRED', label: text('members:users.invitation.expired') },
      ],
    },
    ...useRoleFilter(),
    ...useGroupFilter(),
    ...useOrganizationFilter(),
    ...useOauthRoleFilter(),
  ]
}
