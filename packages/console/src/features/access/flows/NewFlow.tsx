import Paper from '@mui/material/Paper'
import { NewForm } from '../../../kit/NewForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { FlowFields, useFlowLabels } from './FlowFields.tsx'
import { FlowForm, type TypedFlow } from './flow-form.ts'
import { flows, flowsPath } from './flows.queries.ts'

/** The form of a flow that is not there yet. */
export const NewFlow = ({ initial }: { readonly initial: TypedFlow }) => {
  const text = useText('resource')
  return (
    <Paper variant="outlined" sx={{ p: 2.5 }}>
      <NewForm
        entity={flows}
        schema={FlowForm}
        initial={initial}
        labels={useFlowLabels()}
        made={() => text('resource:flows.saved')}
        listPath={flowsPath}
      >
        <FlowFields />
      </NewForm>
    </Paper>
  )
}
