import { useState } from 'react'
import { useNavigate } from 'react-router'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { AgentFields, AgentForm, newAgent, useAgentLabels } from './agent-form.tsx'
import { CredentialDialog } from './CredentialDialog.tsx'
import { agentPath, agentsPath, type Change, useAgentChanges } from './radius-agents.queries.ts'

interface Made {
  readonly id: string
  readonly name: string
  readonly credential: string
}

/** Registers an agent; its credential is shown before it opens. */
const NewRadiusAgentPage = () => {
  const text = useText('resource')
  const navigate = useNavigate()
  const labels = useAgentLabels()
  const { create } = useAgentChanges()
  const [made, setMade] = useState<Made | null>(null)
  const save = async (body: Change): Promise<void> => {
    const { agent, credential } = await create.mutateAsync(body)
    const { id, name } = agent
    showMessage(text('resource:radius.agents.created', { name }))
    setMade({ id, name, credential })
  }
  return (
    <>
      <PageHeader
        title={text('common:pages.newRadiusAgent')}
        detail={text('resource:radius.agents.emptyText')}
      />
      <Section title={text('resource:applications.sections.general')}>
        <EntityForm
          schema={AgentForm}
          initial={newAgent}
          labels={labels}
          save={save}
          saveLabel={text('common:pages.newRadiusAgent')}
          onSaved={() => undefined}
          onCancel={() => void navigate(agentsPath)}
        >
          <AgentFields />
        </EntityForm>
      </Section>
      {made !== null && (
        <CredentialDialog {...made} onClose={() => void navigate(agentPath(made.id))} />
      )}
    </>
  )
}

export default NewRadiusAgentPage
