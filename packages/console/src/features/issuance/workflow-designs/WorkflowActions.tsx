import { useDeletion } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useWorkflowChanges, type WorkflowDetail } from './workflow-designs.queries.ts'
import { workflowsPath } from './workflow-paths.ts'

/** What can be done with a saved design beside changing it. */
export const WorkflowActions = ({ design }: { readonly design: WorkflowDetail }) => {
  const text = useText('issuancePortal')
  const { remove } = useWorkflowChanges()
  const may = useMay()
  const { id, name } = design
  const { action, dialog } = useDeletion({
    name,
    listPath: workflowsPath,
    onDelete: () => remove.mutateAsync(id),
    texts: {
      title: text('issuancePortal:enrollmentDesigns.deletes.title'),
      action: text('issuancePortal:enrollmentDesigns.deletes.action'),
      text: text('issuancePortal:enrollmentDesigns.deletes.text'),
      done: text('issuancePortal:enrollmentDesigns.deletes.done', { name }),
    },
  })
  const connect = may(['ENROLLMENTDESIGNS', 'EDIT']) && (
    <Button to={`/fieldconnections/${id}`}>{text('common:pages.fieldConnections')}</Button>
  )
  if (!may(['ENROLLMENTDESIGNS', 'REMOVE'])) return connect
  return (
    <>
      {connect}
      <ActionMenu actions={[action]} label={text('common:list.rowActions', { name })} />
      {dialog}
    </>
  )
}
