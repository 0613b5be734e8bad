import { NewSiteAgent } from '@signet/contract/issuance/site-agents'
import { FormText } from '../../../kit/form-fields.tsx'
import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import { ShownOnceDialog } from '../../../ui/ShownOnceDialog.tsx'
import { siteAgentsPath } from './site-agent-paths.ts'
import { type Named, siteAgents } from './site-agents.queries.ts'

interface CredentialProps {
  readonly name: string
  readonly secret: string
  readonly onClose: () => void
}

const Credential = ({ name, secret, onClose }: CredentialProps) => {
  const text = useText('issuancePortal')
  const title = text('issuancePortal:siteAgents.credential')
  return (
    <ShownOnceDialog
      {...{ title, secret, onClose }}
      label={title}
      text={text('issuancePortal:siteAgents.credentialText', { name })}
      closeLabel={text('issuancePortal:siteAgents.copied')}
    />
  )
}

/** Registers an agent, and shows its credential this one time. */
const NewSiteAgentPage = () => {
  const text = useText('issuancePortal')
  const name = text('issuancePortal:siteAgents.name')
  return (
    <FormPage
      title={text('common:pages.newSiteAgent')}
      detail={text('issuancePortal:siteAgents.emptyText')}
    >
      <Section title={text('issuancePortal:siteAgents.agent')}>
        <NewForm
          entity={siteAgents}
          schema={NewSiteAgent}
          initial={{ name: '' }}
          labels={{ name }}
          saveLabel={text('common:pages.newSiteAgent')}
          secret={{
            of: ({ agent: { name: agent }, credential }) => ({ name: agent, secret: credential }),
            Dialog: Credential,
          }}
          listPath={siteAgentsPath}
        >
          <FormText<Named>
            name="name"
            label={name}
            hint={text('issuancePortal:siteAgents.nameHint')}
            isRequired
            maxLength={100}
          />
        </NewForm>
      </Section>
    </FormPage>
  )
}

export default NewSiteAgentPage
