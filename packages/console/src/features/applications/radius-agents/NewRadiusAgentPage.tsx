import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import { AgentFields, AgentForm, newAgent, useAgentLabels } from './agent-form.tsx'
import { CredentialDialog } from './CredentialDialog.tsx'
import { agentPath, agents, agentsPath } from './radius-agents.queries.ts'

/** Registers an agent; its credential is shown before it opens. */
const NewRadiusAgentPage = () => {
  const text = useText('resource')
  return (
    <FormPage
      title={text('common:pages.newRadiusAgent')}
      detail={text('resource:radius.agents.emptyText')}
    >
      <Section title={text('resource:applications.sections.general')}>
        <NewForm
          entity={agents}
          schema={AgentForm}
          initial={newAgent}
          labels={useAgentLabels()}
          saveLabel={text('common:pages.newRadiusAgent')}
          made={({ agent: { name } }) => text('resource:radius.agents.created', { name })}
          pathOf={({ agent }) => agentPath(agent.id)}
          secret={{
            of: ({ agent: { name }, credential }) => ({ name, secret: credential }),
            Dialog: CredentialDialog,
          }}
          listPath={agentsPath}
        >
          <AgentFields />
        </NewForm>
      </Section>
    </FormPage>
  )
}

export default NewRadiusAgentPage
