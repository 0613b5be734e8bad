import { RadiusAgentChange } from '@signet/contract/applications/radius-agents'
import type { z } from 'zod'
import { FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import type { Agent } from './radius-agents.queries.ts'

export const AgentForm = RadiusAgentChange.required()
type AgentValues = z.input<typeof AgentForm>

export const newAgent = { name: '', description: '', enabled: true }

export const formOf = ({ name, description, enabled }: Agent): AgentValues => ({
  name,
  description,
  enabled,
})

/** The fields as people see them. */
export const useAgentLabels = (): Readonly<Record<keyof AgentValues, string>> => {
  const text = useText('resource')
  return {
    name: text('resource:radius.fields.name'),
    description: text('resource:radius.fields.description'),
    enabled: text('resource:radius.agents.enabled'),
  }
}

/** Everything that is said of an agent. */
export const AgentFields = () => {
  const labels = useAgentLabels()
  return (
    <>
      <FormText<AgentValues> name="name" label={labels.name} isRequired maxLength={100} />
      <FormText<AgentValues>
        name="description"
        label={labels.description}
        rows={2}
        maxLength={500}
      />
      <FormToggle<AgentValues> name="enabled" label={labels.enabled} />
    </>
  )
}
