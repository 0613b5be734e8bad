import { RadiusAgentChange } from '@signet/contract/applications/radius-agents'
import { FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import type { Agent, Change } from './radius-agents.queries.ts'

export const AgentForm = RadiusAgentChange.required()

export const newAgent = { value: { name: '', description: '', enabled: true }, etag: null }

export const formOf = ({ name, description, enabled }: Agent): Change => ({
  name,
  description,
  enabled,
})

/** The fields as people see them. */
export const useAgentLabels = (): Readonly<Record<keyof Change, string>> => {
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
      <FormText<Change> name="name" label={labels.name} isRequired maxLength={100} />
      <FormText<Change> name="description" label={labels.description} rows={2} maxLength={500} />
      <FormToggle<Change> name="enabled" label={labels.enabled} />
    </>
  )
}
