import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { QueryView } from '../../../kit/QueryView.tsx'
import { Editor } from './editor/Editor.tsx'
import { workflowQuery } from './workflow-designs.queries.ts'

/** A saved design in the editor. */
const EditWorkflowDesignPage = () => {
  const { workflowId = '' } = useParams()
  return (
    <QueryView query={useQuery(workflowQuery(workflowId))} isPage>
      {(first) => <Editor key={workflowId} first={first} />}
    </QueryView>
  )
}

export default EditWorkflowDesignPage
