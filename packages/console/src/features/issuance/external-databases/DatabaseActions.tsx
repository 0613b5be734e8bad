import { useDeletion } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { databasesPath } from './database-paths.ts'
import { type Database, useDatabaseChanges } from './databases.queries.ts'

/** What can be done with a database beside changing it. */
export const DatabaseActions = ({ database }: { readonly database: Database }) => {
  const text = useText('issuancePortal')
  const { remove } = useDatabaseChanges()
  const may = useMay()
  const { id, name } = database
  const { action, dialog } = useDeletion({
    name,
    listPath: databasesPath,
    onDelete: () => remove.mutateAsync(id),
    texts: {
      title: text('issuancePortal:databases.deletes.title'),
      action: text('issuancePortal:databases.deletes.action'),
      text: text('issuancePortal:databases.deletes.text'),
      done: text('issuancePortal:databases.deletes.done', { name }),
    },
  })
  if (!may(['ISSUANCE', 'REMOVE'])) return null
  return (
    <>
      <ActionMenu actions={[action]} label={text('common:list.rowActions', { name })} />
      {dialog}
    </>
  )
}
