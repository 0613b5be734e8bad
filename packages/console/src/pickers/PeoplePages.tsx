import Box from '@mui/material/Box'
import { listUsers, type UserPageRequest } from '@signet/contract/identity/user-lists'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { QueryView } from '../kit/QueryView.tsx'
import { SearchBox } from '../kit/SearchBox.tsx'
import { TurnButtons } from '../kit/TurnButtons.tsx'
import { call } from '../lib/call.ts'
import { useText } from '../lib/i18n.ts'
import { ActionMenu } from '../ui/ActionMenu.tsx'
import { Item, ItemList } from '../ui/ItemList.tsx'

export type Whose = Pick<
  z.input<typeof UserPageRequest>,
  'groupId' | 'organizationId' | 'roleId' | 'oauthRoleId'
>

interface Turned {
  readonly search: string
  readonly cursor: string | null
}

const useMembers = (whose: Whose, { search, cursor }: Turned) =>
  useQuery({
    queryKey: ['users', 'members', whose, search, cursor],
    queryFn: ({ signal }) =>
      call(listUsers, {
        body: {
          ...whose,
          limit: 25,
          ...(search === '' ? {} : { search }),
          ...(cursor === null ? {} : { cursor }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export interface Member {
  readonly id: string
  readonly displayName: string
  readonly userId: string
}

interface PeopleProps {
  readonly whose: Whose
  /** What is said where nobody is. */
  readonly none: string
  /** The tab of a user's page that is led to: `/roles`; the first one without. */
  readonly tab?: string
  readonly onRemove?: ((member: Member) => void) | undefined
}

interface RowsProps extends Pick<PeopleProps, 'none' | 'tab' | 'onRemove'> {
  readonly rows: readonly Member[]
  readonly isNarrowed: boolean
}

const Rows = ({ rows, isNarrowed, none, tab = '', onRemove }: RowsProps) => {
  const text = useText('members')
  return (
    <ItemList empty={isNarrowed ? text('common:list.noMatch') : none}>
      {rows.map((member) => (
        <Item
          key={member.id}
          title={<Link to={`/user/${member.id}${tab}`}>{member.displayName}</Link>}
          detail={member.userId}
          actions={
            onRemove && (
              <ActionMenu
                label={text('common:list.rowActions', { name: member.displayName })}
                actions={[
                  {
                    label: text('members:membership.remove'),
                    isDestructive: true,
                    onSelect: () => onRemove(member),
                  },
                ]}
              />
            )
          }
        />
      ))}
    </ItemList>
  )
}

/** The people of a group, an organization or a role, page by page, with a search among them. */
export const PeoplePages = ({ whose, ...shown }: PeopleProps) => {
  const text = useText('members')
  const [turned, setTurned] = useState<Turned>({ search: '', cursor: null })
  const { search } = turned
  return (
    <>
      <Box sx={{ mb: 1 }}>
        <SearchBox
          label={text('members:membership.search')}
          value={search}
          onSearch={(typed) => setTurned({ search: typed.trim(), cursor: null })}
        />
      </Box>
      <QueryView query={useMembers(whose, turned)}>
        {({ results, paging }) => (
          <>
            <Rows rows={results} isNarrowed={search !== ''} {...shown} />
            <TurnButtons paging={paging} onTurn={(cursor) => setTurned({ search, cursor })} />
          </>
        )}
      </QueryView>
    </>
  )
}
