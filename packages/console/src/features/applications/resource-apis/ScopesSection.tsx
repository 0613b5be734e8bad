import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { AddScopeDialog, useRoles } from './AddScopeDialog.tsx'
import { type Scope, scopesQuery, useScopeChanges } from './resource-apis.queries.ts'

interface RemoveProps {
  readonly apiId: string
  readonly onClose: () => void
  readonly scope: Scope
}

const RemoveDialog = ({ apiId, scope: { id, name }, onClose }: RemoveProps) => {
  const text = useText('resource')
  const { remove } = useScopeChanges(apiId)
  const run = async (): Promise<void> => {
    await remove.mutateAsync(id)
    showMessage(text('resource:apis.scopes.removed', { name }))
  }
  return (
    <ConfirmAction
      title={text('resource:apis.scopes.removeTitle')}
      confirmLabel={text('resource:apis.scopes.removeAction')}
      isDestructive
      onConfirm={run}
      onClose={onClose}
    >
      {text('resource:apis.scopes.removeText', { name })}
    </ConfirmAction>
  )
}

interface RowProps {
  readonly scope: Scope
  readonly onRemove: (scope: Scope) => void
}

const ScopeRow = ({ scope, onRemove }: RowProps) => {
  const text = useText('resource')
  const mayRemove = useMay()(['RESOURCESERVERAPIS', 'REMOVE'])
  const roles = useRoles()
  const { name, description, oauthRoleIds } = scope
  const nameOf = (id: string): string => roles.find((role) => role.id === id)?.name ?? id
  const whose =
    oauthRoleIds.length === 0
      ? text('resource:apis.scopes.everybody')
      : oauthRoleIds.map(nameOf).join(', ')
  return (
    <Item
      title={name}
      detail={description === '' ? whose : `${description} · ${whose}`}
      actions={
        mayRemove && (
          <Button onClick={() => onRemove(scope)}>
            {text('resource:apis.scopes.remove', { name })}
          </Button>
        )
      }
    />
  )
}

/** What can be asked for at an API, and who is granted it. */
export const ScopesSection = ({ apiId }: { readonly apiId: string }) => {
  const text = useText('resource')
  const mayAdd = useMay()(['RESOURCESERVERAPIS', 'ADD'])
  const query = useQuery(scopesQuery(apiId))
  const [isAdding, setIsAdding] = useState(false)
  const [removing, setRemoving] = useState<Scope | null>(null)
  const add = <Button onClick={() => setIsAdding(true)}>{text('resource:apis.scopes.add')}</Button>
  return (
    <Section
      title={text('resource:apis.scopes.title')}
      description={text('resource:apis.scopes.text')}
      actions={mayAdd && add}
    >
      <QueryView query={query}>
        {(scopes) => (
          <ItemList empty={text('resource:apis.scopes.empty')}>
            {scopes.map((scope) => (
              <ScopeRow key={scope.id} scope={scope} onRemove={setRemoving} />
            ))}
          </ItemList>
        )}
      </QueryView>
      {isAdding && <AddScopeDialog apiId={apiId} onClose={() => setIsAdding(false)} />}
      {removing !== null && (
        <RemoveDialog apiId={apiId} scope={removing} onClose={() => setRemoving(null)} />
      )}
    </Section>
  )
}
