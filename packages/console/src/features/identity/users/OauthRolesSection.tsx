import { listOauthRoles, replaceUserOauthRoles } from '@signet/contract/applications/oauth-roles'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { call } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { ToggleInput } from '../../../ui/ToggleInput.tsx'
import { type UserDetail, useStanding } from './user-types.ts'

const useOauthRoles = (userId: string) => {
  const client = useQueryClient()
  const queryKey = ['users', 'part', userId, 'oauth-roles']
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listOauthRoles, { query: { userId }, signal }),
  })
  const replace = useMutation({
    mutationFn: (oauthRoleIds: string[]) =>
      call(replaceUserOauthRoles, { params: { userid: userId }, body: { oauthRoleIds } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['users', 'part', userId] }),
  })
  return { query, replace }
}

interface DialogProps {
  readonly name: string
  readonly held: readonly string[]
  readonly onSave: (ids: string[]) => Promise<unknown>
  readonly onClose: () => void
}

const ChooseDialog = ({ name, held, onSave, onClose }: DialogProps) => {
  const text = useText('members')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(held))
  const query = useQuery({
    queryKey: ['oauth-roles', 'all'],
    queryFn: ({ signal }) => call(listOauthRoles, { query: {}, signal }),
  })
  const choose = (id: string, isOn: boolean): void => {
    const others = [...chosen].filter((each) => each !== id)
    setChosen(new Set(isOn ? [...others, id] : others))
  }
  const save = async (): Promise<void> => {
    await onSave([...chosen])
    showMessage(text('members:users.oauthRoles.saved', { name }))
  }
  return (
    <ConfirmAction
      title={text('members:users.oauthRoles.dialogTitle', { name })}
      confirmLabel={text('common:actions.save')}
      onConfirm={save}
      onClose={onClose}
    >
      <QueryView query={query}>
        {(roles) =>
          roles.length === 0
            ? text('members:users.oauthRoles.noneDefined')
            : roles.map(({ id, name: label, description }) => (
                <ToggleInput
                  key={id}
                  label={label}
                  {...(description === null ? {} : { hint: description })}
                  value={chosen.has(id)}
                  onChange={(isOn) => choose(id, isOn)}
                />
              ))
        }
      </QueryView>
    </ConfirmAction>
  )
}

/** What applications learn about the user; nobody gives themselves one. */
export const OauthRolesSection = ({ user }: { readonly user: UserDetail }) => {
  const text = useText('members')
  const { isSelf } = useStanding(user)
  const mayEdit = useMay()(['OAUTHROLES', 'EDIT']) && !isSelf
  const [isOpen, setIsOpen] = useState(false)
  const { query, replace } = useOauthRoles(user.id)
  const change = (
    <Button onClick={() => setIsOpen(true)}>{text('members:users.oauthRoles.assign')}</Button>
  )
  return (
    <Section
      title={text('members:users.oauthRoles.title')}
      description={text('members:users.oauthRoles.text')}
      actions={mayEdit && query.isSuccess && change}
    >
      <QueryView query={query}>
        {(roles) => (
          <ItemList empty={text('members:users.oauthRoles.none')}>
            {roles.map(({ id, name, description }) => (
              <Item
                key={id}
                title={<Link to={`/oauthroles/${id}`}>{name}</Link>}
                detail={description}
              />
            ))}
          </ItemList>
        )}
      </QueryView>
      {isOpen && (
        <ChooseDialog
          name={user.displayName}
          held={(query.data ?? []).map(({ id }) => id)}
          onSave={replace.mutateAsync}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Section>
  )
}
