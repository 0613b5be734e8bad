import { useQuery } from '@tanstack/react-query'
import { useCreate } from '../../../kit/entity.ts'
import { ToolPage } from '../../../kit/frames.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { BeginDesign } from '../../../pickers/BeginDesign.tsx'
import { passDesigns, workflowsQuery } from './flash-pass-designs.queries.ts'
import { passDesignPath, passDesignsPath } from './flash-pass-paths.ts'

/** Begins a design from what is asked of people; it is edited afterwards. */
const NewFlashPassDesignPage = () => {
  const text = useText('issuancePortal')
  const create = useCreate(passDesigns)
  const { data: workflows = [] } = useQuery(workflowsQuery)
  const begin = async (name: string, workflowId: string): Promise<string> => {
    const made = await create.mutateAsync({ name, workflowId })
    showMessage(text('issuancePortal:flashPasses.created', { name: made.name }))
    return passDesignPath(made.id)
  }
  return (
    <ToolPage title={text('common:pages.addFlashPassDesign')}>
      <BeginDesign
        texts={{
          title: text('issuancePortal:flashPasses.begin'),
          description: text('issuancePortal:flashPasses.beginText'),
          name: text('issuancePortal:flashPasses.name'),
          begin: text('issuancePortal:flashPasses.create'),
        }}
        from={{
          label: text('issuancePortal:flashPasses.people'),
          placeholder: text('issuancePortal:flashPasses.choosePeople'),
          options: workflows.map((each) => ({ value: each.id, label: each.name })),
          isRequired: true,
        }}
        begin={begin}
        listPath={passDesignsPath}
      />
    </ToolPage>
  )
}

export default NewFlashPassDesignPage
