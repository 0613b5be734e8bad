import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import type { ReactNode } from 'react'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import type { EntityFormOptions } from '../../../kit/entity-form.ts'
import { FlowCanvas } from './FlowCanvas.tsx'
import { FlowFields, useFlowLabels } from './FlowFields.tsx'
import { FlowForm, type TypedFlow } from './flow-form.ts'
import type { Wanted } from './flows.queries.ts'

interface FlowEditorProps
  extends Pick<EntityFormOptions<TypedFlow, Wanted>, 'initial' | 'reload' | 'save' | 'onSaved'> {
  readonly actions?: ReactNode
  readonly isSystem?: boolean
  readonly isReadOnly?: boolean
  readonly onCancel?: () => void
}

/** The flow drawn, and the form that says the same. */
export const FlowEditor = ({ isSystem = false, ...form }: FlowEditorProps) => (
  <Paper variant="outlined" sx={{ p: 2.5 }}>
    <EntityForm schema={FlowForm} labels={useFlowLabels()} {...form}>
      <Box sx={{ width: { lg: 'min(1100px, calc(100vw - 380px))' } }}>
        <FlowCanvas />
      </Box>
      <FlowFields isSystem={isSystem} />
    </EntityForm>
  </Paper>
)
