import Paper from '@mui/material/Paper'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { EditForm } from '../../../kit/EditForm.tsx'
import { oneQuery } from '../../../kit/entity.ts'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { TryChange } from '../../../pickers/what-ifs/TryChange.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { FlowFields, useFlowLabels } from './FlowFields.tsx'
import { FlowTags } from './FlowTags.tsx'
import { FlowForm, typedFlow } from './flow-form.ts'
import { useFlowWords } from './flow-words.ts'
import { clonePath, type Flow, flows, flowsPath } from './flows.queries.ts'
import { RemoveFlowDialog } from './RemoveFlowDialog.tsx'

const Editor = ({ read }: { readonly read: Tagged<Flow> }) => {
  const text = useText('resource')
  const isReadOnly = !useMay()(['CONTEXTRULES', 'EDIT'])
  const { id, system } = read.value
  return (
    <Paper variant="outlined" sx={{ p: 2.5 }}>
      <EditForm
        entity={flows}
        read={read}
        formOf={typedFlow}
        schema={FlowForm}
        labels={useFlowLabels()}
        saved={() => text('resource:flows.saved')}
        actions={
          <TryChange
            changeOf={(typed) => ({ kind: 'FLOW', flowId: id, flow: FlowForm.parse(typed) })}
          />
        }
        isReadOnly={isReadOnly}
      >
        <FlowFields isSystem={system} />
      </EditForm>
    </Paper>
  )
}

interface ActionsProps {
  readonly flow: Flow
  readonly onRemove: () => void
}

const Actions = ({ flow, onRemove }: ActionsProps) => {
  const text = useText('resource')
  const may = useMay()
  return (
    <>
      {may(['CONTEXTRULES', 'ADD']) && (
        <Button to={clonePath(flow.id)}>{text('resource:flows.clone')}</Button>
      )}
      {may(['CONTEXTRULES', 'REMOVE']) && !flow.system && !flow.default && (
        <Button onClick={onRemove}>{text('resource:flows.remove')}</Button>
      )}
    </>
  )
}

/** One flow: drawn, and as a form. */
const FlowPage = () => {
  const text = useText('resource')
  const { nameOf } = useFlowWords()
  const query = useQuery(oneQuery(flows, useParams().id ?? ''))
  const [isRemoving, setIsRemoving] = useState(false)
  const flow = query.data?.value
  return (
    <DetailsPage
      title={flow === undefined ? text('common:pages.authenticationFlow') : nameOf(flow)}
      tag={flow && <FlowTags flow={flow} />}
      actions={flow && <Actions flow={flow} onRemove={() => setIsRemoving(true)} />}
    >
      <QueryView query={query} skeleton={<FormSkeleton />}>
        {(read) => <Editor read={read} />}
      </QueryView>
      {isRemoving && flow !== undefined && (
        <RemoveFlowDialog flow={flow} listPath={flowsPath} onClose={() => setIsRemoving(false)} />
      )}
    </DetailsPage>
  )
}

export default FlowPage
