import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { PageHeader } from '../../../ui/Page.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { FlowEditor } from './FlowEditor.tsx'
import { clonedFlow } from './flow-form.ts'
import { useFlowWords } from './flow-words.ts'
import { type Flow, flowQuery, flowsPath, useFlowChanges } from './flows.queries.ts'

const Clone = ({ flow }: { readonly flow: Flow }) => {
  const text = useText('resource')
  const navigate = useNavigate()
  const { create } = useFlowChanges()
  return (
    <FlowEditor
      initial={{ value: clonedFlow(flow), etag: null }}
      save={(wanted) => create.mutateAsync(wanted)}
      onCancel={() => void navigate(flowsPath)}
      onSaved={() => {
        showMessage(text('resource:flows.saved'))
        void navigate(flowsPath)
      }}
    />
  )
}

/** A flow that begins with what another one says. */
const CloneFlowPage = () => {
  const text = useText('resource')
  const { nameOf } = useFlowWords()
  const query = useQuery(flowQuery(useParams().id ?? ''))
  const flow = query.data?.value
  return (
    <>
      <PageHeader
        title={text('common:pages.cloneAuthenticationFlow')}
        detail={flow && nameOf(flow)}
      />
      <QueryView query={query} skeleton={<FormSkeleton />}>
        {({ value }) => <Clone flow={value} />}
      </QueryView>
    </>
  )
}

export default CloneFlowPage
