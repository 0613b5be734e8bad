import { NewSiteAgent } from '@signet/contract/issuance/site-agents'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { FormText } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { ShownOnceDialog } from '../../../ui/ShownOnceDialog.tsx'
import { siteAgentsPath } from './site-agent-paths.ts'
import { type Named, useSiteAgentChanges } from './site-agents.queries.ts'

const empty = { value: { name: '' }, etag: null }

type Made = Named & { readonly credential: string }

const Credential = ({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) => {
  const text = useText('issuancePortal')
  const title = text('issuancePortal:siteAgents.credential')
  return (
    <ShownOnceDialog
      title={title}
      text={text('issuancePortal:siteAgents.credentialText', { name: made.name })}
      label={title}
      closeLabel={text('issuancePortal:siteAgents.copied')}
      secret={made.credential}
      onClose={onClose}
    />
  )
}

interface FormProps {
  readonly onMade: (made: Made) => void
  readonly onCancel: () => void
}

const Form = ({ onMade, onCancel }: FormProps) => {
  const text = useText('issuancePortal')
  const { create } = useSiteAgentChanges()
  const name = text('issuancePortal:siteAgents.name')
  const save = async (body: Named): Promise<void> => {
    const { agent, credential } = await create.mutateAsync(body)
    onMade({ name: agent.name, credential })
  }
  return (
    <EntityForm
      schema={NewSiteAgent}
      initial={empty}
      labels={{ name }}
      save={save}
      saveLabel={text('common:pages.newSiteAgent')}
      onSaved={() => undefined}
      onCancel={onCancel}
    >
      <FormText<Named>
        name="name"
        label={name}
        hint={text('issuancePortal:siteAgents.nameHint')}
        isRequired
        maxLength={100}
      />
    </EntityForm>
  )
}

/** Registers an agent, and shows its credential this one time. */
const NewSiteAgentPage = () => {
  const text = useText('issuancePortal')
  const navigate = useNavigate()
  const [made, setMade] = useState<Made | null>(null)
  const leave = (): void => void navigate(siteAgentsPath)
  return (
    <>
      <PageHeader
        title={text('common:pages.newSiteAgent')}
        detail={text('issuancePortal:siteAgents.emptyText')}
      />
      <Section title={text('issuancePortal:siteAgents.agent')}>
        <Form onMade={setMade} onCancel={leave} />
      </Section>
      {made !== null && <Credential made={made} onClose={leave} />}
    </>
  )
}

export default NewSiteAgentPage
