import { severityOf } from '@signet/rules/severity'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { z } from 'zod'
import { DeletionMenu } from '../../../kit/deletion.tsx'
import { EditForm } from '../../../kit/EditForm.tsx'
import { oneQuery, withBody } from '../../../kit/entity.ts'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { WeakerOf } from '../../../kit/weaker.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { SamlFields, useSamlLabels } from './SamlFields.tsx'
import { type Application, entityQuery, samlApplications } from './saml-applications.queries.ts'
import { bodyOf, formOf, SamlForm } from './saml-form.ts'

interface ReadProps {
  readonly read: Tagged<Application>
}

const Editor = ({ read }: ReadProps) => {
  const text = useText('resource')
  const { labels } = useSamlLabels()
  const { id, name } = read.value
  const entity = {
    ...samlApplications,
    ...withBody(samlApplications, (values: z.output<typeof SamlForm>) =>
      bodyOf(values, read.value),
    ),
  }
  return (
    <EditForm
      entity={entity}
      {...{ read, formOf }}
      schema={SamlForm}
      labels={labels}
      saved={() => text('resource:saml.saved', { name })}
    >
      <WeakerOf kind="SAML_APPLICATION">
        <SamlFields applicationId={id} />
      </WeakerOf>
    </EditForm>
  )
}

const Shown = ({ read: { value } }: ReadProps) => {
  const { label } = useSamlLabels()
  return (
    <Facts
      facts={[
        { label: label('description'), value: value.description },
        { label: label('entityId'), value: value.entityId },
        {
          label: label('assertionConsumers'),
          value: value.assertionConsumers.map(({ url }) => url).join(', '),
        },
      ]}
    />
  )
}

/** What the application has to be told of this account. */
const Connection = () => {
  const text = useText('resource')
  const { data: entityId = '' } = useQuery(entityQuery)
  return (
    <Facts
      facts={[
        { label: text('resource:saml.connect.entityId'), value: entityId },
        { label: text('resource:saml.connect.signIn'), value: `${entityId}/SAML2/SSO` },
        { label: text('resource:saml.connect.signOut'), value: `${entityId}/SAML2/SLO` },
      ]}
    />
  )
}

const Actions = ({ application: { id, name } }: { readonly application: Application }) => {
  const text = useText('resource')
  return (
    <DeletionMenu
      entity={samlApplications}
      id={id}
      name={name}
      typed={name}
      needs={['APPLICATIONS', 'REMOVE']}
      texts={{
        title: text('resource:applications.deletes.title'),
        action: text('resource:applications.deletes.action'),
        text: text('resource:saml.deleteText', { name }),
        done: text('resource:applications.deletes.done', { name }),
      }}
      listPath="/applications"
    />
  )
}

const Loaded = ({ read }: ReadProps) => {
  const text = useText('resource')
  const mayEdit = useMay()(['APPLICATIONS', 'EDIT'])
  const status = read.value.enabled ? 'ACTIVE' : 'INACTIVE'
  return (
    <DetailsPage
      title={read.value.name}
      tag={
        <Tag label={text(`resource:applications.status.${status}`)} severity={severityOf(status)} />
      }
      actions={<Actions application={read.value} />}
    >
      <Section
        title={text('resource:saml.connect.title')}
        description={text('resource:saml.connect.text')}
      >
        <Connection />
      </Section>
      <Section title={text('common:pages.samlApplication')}>
        {mayEdit ? <Editor read={read} /> : <Shown read={read} />}
      </Section>
    </DetailsPage>
  )
}

/** One SAML application. */
const SamlApplicationPage = () => {
  const { id = '' } = useParams()
  return (
    <QueryView query={useQuery(oneQuery(samlApplications, id))} isPage>
      {(read) => <Loaded read={read} />}
    </QueryView>
  )
}

export default SamlApplicationPage
