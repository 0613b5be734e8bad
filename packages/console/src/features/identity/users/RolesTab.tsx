import { assignUserRole, listUserRoles, removeUserRole } from '@signet/contract/identity/roles'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { call } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useRoleWords } from '../../../pickers/role-words.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { AssignRoleDialog } from './AssignRoleDialog.tsx'
import { type UserDetail, useStanding } from './user-types.ts'

interface Named {
  readonly id: string
  readonly name: string
  readonly builtIn: string | null
}

const useUserRoles = (userid: string) => {
  const client = useQueryClient()
  const queryKey = ['users', 'part', userid, 'roles']
  const changed = (): Promise<unknown> =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['users', 'part', userid] }),
      client.invalidateQueries({ queryKey: ['users', 'page'] }),
    ])
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listUserRoles, { params: { userid }, signal }),
  })
  const assign = useMutation({
    mutationFn: (roleid: string) => call(assignUserRole, { params: { userid, roleid } }),
    onSuccess: changed,
  })
  const remove = useMutation({
    mutationFn: (roleid: string) => call(removeUserRole, { params: { userid, roleid } }),
    onSuccess: changed,
  })
  return { query, assign, remove }
}

interface RemoveProps {
  readonly role: Named
  readonly name: string
  readonly onRemove: (id: string) => Promise<unknown>
  readonly onClose: () => void
}

const RemoveDialog = ({ role, name, onRemove, onClose }: RemoveProps) => {
  const text = useText('members')
  const { nameOf } = useRoleWords()
  const values = { role: nameOf(role), name }
  const run = async (): Promise<void> => {
    await onRemove(role.id)
    showMessage(text('members:users.roles.removed', values))
  }
  return (
    <ConfirmAction
      title={text('members:users.roles.removeTitle')}
      confirmLabel={text('members:users.roles.remove')}
      isDestructive
      onConfirm={run}
      onClose={onClose}
    >
      {text('members:users.roles.removeText', values)}
    </ConfirmAction>
  )
}

interface RoleListProps {
  readonly roles: readonly (Named & { readonly description: string | null })[]
  readonly onRemove: ((role: Named) => void) | undefined
}

const RoleList = ({ roles, onRemove }: RoleListProps) => {
  const text = useText('members')
  const { nameOf, descriptionOf } = useRoleWords()
  const actionsOf = (role: Named) =>
    onRemove && (
      <ActionMenu
        label={text('common:list.rowActions', { name: nameOf(role) })}
        actions={[
          {
            label: text('members:users.roles.remove'),
            isDestructive: true,
            onSelect: () => onRemove(role),
          },
        ]}
      />
    )
  return (
    <ItemList empty={text('members:users.roles.none')}>
      {roles.map((role) => (
        <Item
          key={role.id}
          title={<Link to={`/role/${role.id}`}>{nameOf(role)}</Link>}
          detail={descriptionOf(role)}
          actions={actionsOf(role)}
        />
      ))}
    </ItemList>
  )
}

/** Which roles the user has; nobody gives themselves one. */
export const RolesTab = ({ user }: { readonly user: UserDetail }) => {
  const text = useText('members')
  const { query, assign, remove } = useUserRoles(user.id)
  const { isSelf } = useStanding(user)
  const mayEdit = useMay()(['ROLES', 'EDIT']) && !isSelf
  const [opened, setOpened] = useState<Named | 'assign' | null>(null)
  const close = (): void => setOpened(null)
  const name = user.displayName
  const add = (
    <Button onClick={() => setOpened('assign')}>{text('members:users.roles.assign')}</Button>
  )
  return (
    <Section
      title={text('members:users.tabs.roles')}
      description={text('members:users.roles.text')}
      actions={mayEdit && query.isSuccess && add}
    >
      <QueryView query={query}>
        {(roles) => <RoleList roles={roles} onRemove={mayEdit ? setOpened : undefined} />}
      </QueryView>
      {opened === 'assign' && (
        <AssignRoleDialog
          name={name}
          held={query.data ?? []}
          onAssign={assign.mutateAsync}
          onClose={close}
        />
      )}
      {opened !== null && opened !== 'assign' && (
        <RemoveDialog name={name} role={opened} onRemove={remove.mutateAsync} onClose={close} />
      )}
    </Section>
  )
}
