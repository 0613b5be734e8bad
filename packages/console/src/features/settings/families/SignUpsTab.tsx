import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { ListPage } from '../../../kit/ListPage.tsx'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useText } from '../../../lib/i18n.ts'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { useMay } from '../../../session/session-context.tsx'
import type { TableColumn } from '../../../ui/table-columns.tsx'
import { type SignUp, signUpsQuery, useDeleteSignUp } from './sign-ups.queries.ts'

const rowId = ({ id }: SignUp): string => id
const rowName = ({ email }: SignUp): string => email

const useColumns = (): readonly TableColumn<SignUp>[] => {
  const text = useText('settings')
  const timeColumn = useTimeColumn()
  const title = (key: 'email' | 'name' | 'created' | 'expires') => ({
    key,
    title: text(`settings:signUps.columns.${key}`),
  })
  return [
    { ...title('email'), share: 1.4, minWidth: 210, render: rowName },
    {
      ...title('name'),
      render: ({ firstName, lastName }) => [firstName, lastName].join(' ').trim() || '–',
    },
    timeColumn(title('created'), ({ createdAt }) => createdAt),
    timeColumn(title('expires'), ({ expiresAt }) => expiresAt),
  ]
}

const useRowActions = (remove: (row: SignUp) => void) => {
  const text = useText('settings')
  const may = useMay()
  return (row: SignUp) =>
    may(['USERS', 'REMOVE'])
      ? [
          {
            label: text('settings:signUps.remove.action'),
            isDestructive: true,
            onSelect: () => remove(row),
          },
        ]
      : []
}

const tools = exportTool({
  list: 'signups',
  body: () => ({}),
  fields: {
    email: ['email'],
    name: ['firstName', 'lastName'],
    created: ['createdAt'],
    expires: ['expiresAt'],
  },
})

/** Who has asked for an account and not used the link yet. */
export const SignUpsTab = () => {
  const text = useText('settings')
  const [removing, setRemoving] = useState<SignUp | null>(null)
  const remove = useDeleteSignUp()
  return (
    <>
      <ListPage<SignUp>
        isPart
        title={text('settings:signUps.title')}
        query={signUpsQuery}
        columns={useColumns()}
        rowId={rowId}
        rowName={rowName}
        rowActions={useRowActions(setRemoving)}
        views="signups"
        tools={tools}
        empty={{ title: text('settings:signUps.empty'), text: text('settings:signUps.emptyText') }}
      />
      {removing !== null && (
        <ConfirmAction
          title={text('settings:signUps.remove.title')}
          confirmLabel={text('settings:signUps.remove.action')}
          isDestructive
          onConfirm={() => remove.mutateAsync(removing.id)}
          onClose={() => setRemoving(null)}
        >
          {text('settings:signUps.remove.text', { email: removing.email })}
        </ConfirmAction>
      )}
    </>
  )
}
