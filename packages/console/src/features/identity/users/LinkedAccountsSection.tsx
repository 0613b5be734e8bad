import {
  listUserLinkedIdentities,
  unlinkUserIdentity,
} from '@signet/contract/applications/identity-providers'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import type { SectionProps } from './authenticator-deeds.ts'
import { useRemoval } from './authenticator-questions.ts'
import { useUse } from './authenticator-sections.tsx'

interface LinkedAccountsSectionProps extends Pick<SectionProps, 'name' | 'ask' | 'mayEdit'> {
  readonly userid: string
}

type Account = Awaited<ReturnType<typeof call<typeof listUserLinkedIdentities>>>[number]

interface AccountItemProps {
  readonly account: Account
  readonly onRemove: (() => void) | null
}

const AccountItem = ({ account, onRemove }: AccountItemProps) => {
  const text = useText('members')
  const used = useUse()
  const { identityProviderName: title, label, linkedAt, lastUsedAt } = account
  const use = used({ createDate: linkedAt, lastUsedDate: lastUsedAt })
  const actions = onRemove !== null && (
    <ActionMenu
      label={text('common:list.rowActions', { name: title })}
      actions={[
        {
          label: text('members:users.authenticators.remove'),
          isDestructive: true,
          onSelect: onRemove,
        },
      ]}
    />
  )
  return <Item {...{ title, actions }} detail={[label, use].filter(Boolean).join(' · ')} />
}

/** Accounts at identity providers that a user signs in with; nothing where there is none. */
export const LinkedAccountsSection = (props: LinkedAccountsSectionProps) => {
  const { userid, name, ask, mayEdit } = props
  const text = useText('members')
  const client = useQueryClient()
  const removal = useRemoval(name)
  const queryKey = ['users', 'part', userid, 'linked-accounts']
  const { data: accounts = [] } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listUserLinkedIdentities, { params: { id: userid }, signal }),
  })
  const remove = async (linkid: string): Promise<void> => {
    await call(unlinkUserIdentity, { params: { id: userid, linkid } })
    await client.invalidateQueries({ queryKey })
  }
  if (accounts.length === 0) return null
  return (
    <Section title={text('members:users.authenticators.linkedAccounts')}>
      <ItemList empty="">
        {accounts.map((account) => (
          <AccountItem
            key={account.id}
            account={account}
            onRemove={
              mayEdit
                ? () => ask(removal(account.identityProviderName, () => remove(account.id)))
                : null
            }
          />
        ))}
      </ItemList>
    </Section>
  )
}
