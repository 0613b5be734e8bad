import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { oneQuery } from '../../../kit/entity.ts'
import { QueryView } from '../../../kit/QueryView.tsx'
import { Editor } from './editor/Editor.tsx'
import { workflows } from './workflow-designs.queries.ts'

/** A saved design in the editor. */
const EditWorkflowDesignPage = () => {
  const { workflowId = '' } = useParams()
  return (
    <QueryView query={useQuery(oneQuery(workflows, workflowId))} isPage>
      {(first) => <Editor key={workflowId} first={first} />}
    </QueryView>
  )
}

export default EditWorkflowDesignPage
