import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ListFilter } from '../../../kit/list-types.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useRoleWords } from '../../../pickers/role-words.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import type { TableColumn } from '../../../ui/table-columns.tsx'
import { useGroupFilter, useOauthRoleFilter, useOrganizationFilter } from './user-filters.ts'
import { type UserRow, userStates } from './user-types.ts'
import { rolesQuery } from './users.queries.ts'

/** The standing of a user: locked, else the state. */
export const UserStatus = ({ user }: { readonly user: Pick<UserRow, 'status' | 'severity'> }) => {
  const text = useText('members')
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
    width: 118,
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
  const text = useText('members')
  const may = useMay()
  const { nameOf } = useRoleWords()
  const { data: roles } = useQuery({ ...rolesQuery, enabled: may(['ROLES', 'VIEW']) })
  if (roles === undefined) return []
  const options = roles.map((role) => ({ value: role.id, label: nameOf(role) }))
  return [{ key: 'role', label: text('members:users.filters.role'), options }]
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
    ...useRoleFilter(),
    ...useGroupFilter(),
    ...useOrganizationFilter(),
    ...useOauthRoleFilter(),
  ]
}
