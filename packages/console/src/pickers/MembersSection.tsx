import Stack from '@mui/material/Stack'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { showMessage } from '../lib/messages.ts'
import { useMay } from '../session/session-context.tsx'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/Page.tsx'
import { AddMemberDialog } from './AddMemberDialog.tsx'
import { type Member, PeoplePages, type Whose } from './PeoplePages.tsx'

interface MembersProps {
  /** Of the group or organization. */
  readonly name: string
  readonly whose: Whose
  readonly add: (userId: string) => Promise<unknown>
  readonly remove: (userId: string) => Promise<unknown>
  /** The list of users, narrowed to these. */
  readonly listPath: string
}

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
      <PeoplePages
        whose={whose}
        none={text('members:membership.none')}
        onRemove={mayEdit ? (member) => void take(member) : undefined}
      />
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
