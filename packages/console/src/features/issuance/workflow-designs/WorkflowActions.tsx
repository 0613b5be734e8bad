import { DeletionMenu } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { type WorkflowDetail, workflows } from './workflow-designs.queries.ts'
import { workflowsPath } from './workflow-paths.ts'

/** What can be done with a saved design beside changing it. */
export const WorkflowActions = ({ design }: { readonly design: WorkflowDetail }) => {
  const text = useText('issuancePortal')
  const may = useMay()
  const { id, name } = design
  const connect = may(['ENROLLMENTDESIGNS', 'EDIT']) && (
    <Button to={`/fieldconnections/${id}`}>{text('common:pages.fieldConnections')}</Button>
  )
  return (
    <>
      {connect}
      <DeletionMenu
        entity={workflows}
        id={id}
        name={name}
        typed={name}
        needs={['ENROLLMENTDESIGNS', 'REMOVE']}
        texts={{
          title: text('issuancePortal:enrollmentDesigns.deletes.title'),
          action: text('issuancePortal:enrollmentDesigns.deletes.action'),
          text: text('issuancePortal:enrollmentDesigns.deletes.text'),
          done: text('issuancePortal:enrollmentDesigns.deletes.done', { name }),
        }}
        listPath={workflowsPath}
      />
    </>
  )
}
