import { useQuery } from '@tanstack/react-query'
import { useCreate } from '../../../kit/entity.ts'
import { ToolPage } from '../../../kit/frames.tsx'
import { useText } from '../../../lib/i18n.ts'
import { BeginDesign } from '../../../pickers/BeginDesign.tsx'
import { cardsQuery, workflows } from './workflow-designs.queries.ts'
import { workflowPath, workflowsPath } from './workflow-paths.ts'

/** Generates an enrollment from a card; what it asks is edited afterwards. */
const NewWorkflowDesignPage = () => {
  const text = useText('issuancePortal')
  const create = useCreate(workflows)
  const { data: cards = [] } = useQuery(cardsQuery)
  return (
    <ToolPage title={text('common:pages.addEnrollmentDesign')}>
      <BeginDesign
        texts={{
          title: text('issuancePortal:enrollmentDesigns.begin'),
          description: text('issuancePortal:enrollmentDesigns.beginText'),
          name: text('issuancePortal:enrollmentDesigns.name'),
          begin: text('issuancePortal:enrollmentDesigns.generate'),
        }}
        from={{
          label: text('issuancePortal:enrollmentDesigns.card'),
          placeholder: text('issuancePortal:enrollmentDesigns.chooseCard'),
          options: cards.map((card) => ({ value: card.id, label: card.name })),
          isRequired: true,
        }}
        begin={async (name, credentialDesignId) =>
          workflowPath((await create.mutateAsync({ name, credentialDesignId })).id)
        }
        listPath={workflowsPath}
      />
    </ToolPage>
  )
}

export default NewWorkflowDesignPage
