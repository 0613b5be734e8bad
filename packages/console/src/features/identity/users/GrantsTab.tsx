import {
  listUserOauthTokens,
  revokeUserOauthToken,
  revokeUserOauthTokens,
} from '@signet/contract/applications/user-oauth-tokens'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { call } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { type UserDetail, useStanding } from './user-types.ts'

type Grant = Awaited<ReturnType<typeof call<typeof listUserOauthTokens>>>[number]

const useGrants = (userid: string) => {
  const client = useQueryClient()
  const queryKey = ['users', 'part', userid, 'grants']
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listUserOauthTokens, { params: { userid }, signal }),
  })
  const onSuccess = () => client.invalidateQueries({ queryKey })
  const end = useMutation({
    mutationFn: (oauthusertokenid: string) =>
      call(revokeUserOauthToken, { params: { userid, oauthusertokenid } }),
    onSuccess,
  })
  const endAll = useMutation({
    mutationFn: () => call(revokeUserOauthTokens, { params: { userid } }),
    onSuccess,
  })
  return { query, end, endAll }
}

interface DialogProps {
  readonly grant: Grant | 'all'
  readonly name: string
  readonly onEnd: (id: string) => Promise<unknown>
  readonly onEndAll: () => Promise<unknown>
  readonly onClose: () => void
}

const EndDialog = ({ grant, name, onEnd, onEndAll, onClose }: DialogProps) => {
  const text = useText('members')
  const isAll = grant === 'all'
  const values = { name, application: isAll ? '' : grant.applicationName }
  const run = async (): Promise<void> => {
    await (isAll ? onEndAll() : onEnd(grant.id))
    showMessage(
      isAll ? text('members:users.grants.allDone') : text('members:users.grants.ended', values),
    )
  }
  return (
    <ConfirmAction
      title={text(isAll ? 'members:users.grants.allTitle' : 'members:users.grants.endTitle')}
      confirmLabel={text(isAll ? 'members:users.grants.all' : 'members:users.grants.end')}
      isDestructive
      onConfirm={run}
      onClose={onClose}
    >
      {text(isAll ? 'members:users.grants.allText' : 'members:users.grants.endText', values)}
    </ConfirmAction>
  )
}

interface GrantItemProps {
  readonly grant: Grant
  readonly onEnd: (() => void) | null
}

const GrantItem = ({ grant, onEnd }: GrantItemProps) => {
  const text = useText('members')
  const { date } = useFormats()
  const scopes = [...grant.scopes, ...grant.resources.flatMap((resource) => resource.scopes)]
  const detail = [
    grant.selfRegistered ? text('members:users.grants.selfRegistered') : '',
    scopes.join(', '),
    text('members:users.grants.until', { date: date(grant.expiresAt) }),
    grant.outlivesSession ? text('members:users.grants.away') : '',
  ]
  const actions = onEnd !== null && (
    <ActionMenu
      label={text('common:list.rowActions', { name: grant.applicationName })}
      actions={[{ label: text('members:users.grants.end'), isDestructive: true, onSelect: onEnd }]}
    />
  )
  return (
    <Item
      title={grant.applicationName}
      detail={detail.filter((part) => part !== '').join(' · ')}
      actions={actions}
    />
  )
}

interface GrantListProps {
  readonly grants: readonly Grant[]
  readonly onEnd: ((grant: Grant) => void) | null
}

const GrantList = ({ grants, onEnd }: GrantListProps) => {
  const text = useText('members')
  return (
    <ItemList empty={text('members:users.grants.none')}>
      {grants.map((grant) => (
        <GrantItem key={grant.id} grant={grant} onEnd={onEnd && (() => onEnd(grant))} />
      ))}
    </ItemList>
  )
}

interface GrantsTabProps {
  readonly user: Pick<UserDetail, 'id' | 'type' | 'displayName'>
}

/** What the user has granted applications, and its end. */
export const GrantsTab = ({ user }: GrantsTabProps) => {
  const text = useText('members')
  const { query, end, endAll } = useGrants(user.id)
  const { isSelf } = useStanding(user)
  const mayEdit = useMay()(['USERS', 'EDIT']) && !isSelf
  const [opened, setOpened] = useState<Grant | 'all' | null>(null)
  const hasSome = (query.data ?? []).length > 0
  return (
    <Section
      title={text('members:users.tabs.grants')}
      description={text('members:users.grants.text')}
      actions={
        mayEdit &&
        hasSome && (
          <Button onClick={() => setOpened('all')}>{text('members:users.grants.all')}</Button>
        )
      }
    >
      <QueryView query={query}>
        {(grants) => <GrantList grants={grants} onEnd={mayEdit ? setOpened : null} />}
      </QueryView>
      {opened !== null && (
        <EndDialog
          grant={opened}
          name={user.displayName}
          onEnd={end.mutateAsync}
          onEndAll={endAll.mutateAsync}
          onClose={() => setOpened(null)}
        />
      )}
    </Section>
  )
}
