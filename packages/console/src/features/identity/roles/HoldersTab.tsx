import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { QueryView } from '../../../kit/QueryView.tsx'
import { TurnButtons } from '../../../kit/TurnButtons.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import type { RoleDetail } from './role-forms.ts'
import { holdersQuery } from './roles.queries.ts'

/** Who has the role, page by page. */
export const HoldersTab = ({ role }: { readonly role: RoleDetail }) => {
  const text = useText('members')
  const [cursor, setCursor] = useState<string | null>(null)
  const query = useQuery(holdersQuery(role.id, cursor))
  return (
    <Section
      title={text('members:roles.tabs.holders')}
      actions={
        <Button to={`/users?f.role=${role.id}`}>{text('members:roles.holders.open')}</Button>
      }
    >
      <QueryView query={query}>
        {({ results, paging }) => (
          <>
            <ItemList empty={text('members:roles.holders.none')}>
              {results.map(({ id, displayName, userId }) => (
                <Item
                  key={id}
                  title={<Link to={`/user/${id}/roles`}>{displayName}</Link>}
                  detail={userId}
                />
              ))}
            </ItemList>
            <TurnButtons paging={paging} onTurn={setCursor} />
          </>
        )}
      </QueryView>
    </Section>
  )
}
