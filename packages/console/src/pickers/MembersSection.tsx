import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { listUsers, type UserPageRequest } from '@signet/contract/identity/user-lists'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { QueryView } from '../kit/QueryView.tsx'
import { SearchBox } from '../kit/SearchBox.tsx'
import { TurnButtons } from '../kit/TurnButtons.tsx'
import { call } from '../lib/call.ts'
import { useText } from '../lib/i18n.ts'
import { showMessage } from '../lib/messages.ts'
import { useMay } from '../session/session-context.tsx'
import { ActionMenu } from '../ui/ActionMenu.tsx'
import { Button } from '../ui/Button.tsx'
import { Item, ItemList } from '../ui/ItemList.tsx'
import { Section } from '../ui/Page.tsx'
import { AddMemberDialog } from './AddMemberDialog.tsx'

type Whose = Pick<z.input<typeof UserPageRequest>, 'groupId' | 'organizationId'>

interface MembersProps {
  /** Of the group or organization. */
  readonly name: string
  readonly whose: Whose
  readonly add: (userId: string) => Promise<unknown>
  readonly remove: (userId: string) => Promise<unknown>
  /** The list of users, narrowed to these. */
  readonly listPath: string
}

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

const useChanges = ({ add, remove }: Pick<MembersProps, 'add' | 'remove'>) => {
  const client = useQueryClient()
  const onSuccess = (): Promise<unknown> =>
    Promise.all(
      ['users', 'groups', 'organizations'].map((subject) =>
        client.invalidateQueries({ queryKey: [subject] }),
      ),
    )
  return {
    add: useMutation({ mutationFn: add, onSuccess }),
    remove: useMutation({ mutationFn: remove, onSuccess }),
  }
}

interface Member {
  readonly id: string
  readonly displayName: string
  readonly userId: string
}

interface RowsProps {
  readonly rows: readonly Member[]
  readonly isNarrowed: boolean
  readonly onRemove: ((member: Member) => void) | undefined
}

const Rows = ({ rows, isNarrowed, onRemove }: RowsProps) => {
  const text = useText('members')
  return (
    <ItemList empty={text(isNarrowed ? 'common:list.noMatch' : 'members:membership.none')}>
      {rows.map((member) => (
        <Item
          key={member.id}
          title={<Link to={`/user/${member.id}`}>{member.displayName}</Link>}
          detail={member.userId}
          actions={
            onRemove && (
              <ActionMenu
                label={text('common:list.rowActions', { name: member.displayName })}
                actions={[
                  {
                    label: text('members:membership.remove'),
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

/** Takes somebody out at once; the message takes it back. */
const useRemoval = (name: string, { add, remove }: ReturnType<typeof useChanges>) => {
  const text = useText('members')
  return async (member: Member): Promise<void> => {
    await remove.mutateAsync(member.id)
    const label = text('members:membership.undo')
    const action = { label, run: () => void add.mutateAsync(member.id) }
    showMessage(text('members:membership.removed', { user: member.displayName, name }), { action })
  }
}

interface PagesProps extends Pick<MembersProps, 'whose'> {
  readonly onRemove: ((member: Member) => void) | undefined
}

const Pages = ({ whose, onRemove }: PagesProps) => {
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
            <Rows rows={results} isNarrowed={search !== ''} onRemove={onRemove} />
            <TurnButtons paging={paging} onTurn={(cursor) => setTurned({ search, cursor })} />
          </>
        )}
      </QueryView>
    </>
  )
}

/** Who is in a group or an organization, page by page. */
export const MembersSection = ({ name, whose, listPath, ...calls }: MembersProps) => {
  const text = useText('members')
  const mayEdit = useMay()(['USERS', 'EDIT'])
  const [isAdding, setIsAdding] = useState(false)
  const changes = useChanges(calls)
  const take = useRemoval(name, changes)
  const actions = (
    <Stack direction="row" spacing={1}>
      <Button to={listPath}>{text('members:membership.open')}</Button>
      {mayEdit && (
        <Button kind="primary" onClick={() => setIsAdding(true)}>
          {text('members:membership.add')}
        </Button>
      )}
    </Stack>
  )
  return (
    <Section title={text('members:membership.title')} actions={actions}>
      <Pages whose={whose} onRemove={mayEdit ? (member) => void take(member) : undefined} />
      {isAdding && (
        <AddMemberDialog
          name={name}
          onAdd={changes.add.mutateAsync}
          onClose={() => setIsAdding(false)}
        />
      )}
    </Section>
  )
}
