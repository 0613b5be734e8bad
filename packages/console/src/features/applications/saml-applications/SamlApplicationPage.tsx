import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { severityOf } from '@signet/rules/severity'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { z } from 'zod'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { WeakerOf } from '../../../kit/weaker.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { SamlFields, useSamlLabels } from './SamlFields.tsx'
import {
  type Application,
  entityQuery,
  readSaml,
  samlQuery,
  useSamlChanges,
} from './saml-applications.queries.ts'
import { bodyOf, formOf, SamlForm } from './saml-form.ts'

interface ReadProps {
  readonly read: Tagged<Application>
}

const versionOf = ({ value, etag }: Tagged<Application>) => ({ value: formOf(value), etag })

const Editor = ({ read }: ReadProps) => {
  const text = useText('resource')
  const { labels } = useSamlLabels()
  const { save } = useSamlChanges()
  const { id, name } = read.value
  const keep = (values: z.output<typeof SamlForm>, etag: string | null) =>
    save.mutateAsync({ id, body: bodyOf(values, read.value), etag })
  return (
    <EntityForm
      key={read.etag}
      schema={SamlForm}
      initial={versionOf(read)}
      labels={labels}
      reload={async () => versionOf(await readSaml(id))}
      save={keep}
      onSaved={() => showMessage(text('resource:saml.saved', { name }))}
    >
      <WeakerOf kind="SAML_APPLICATION">
        <SamlFields applicationId={id} />
      </WeakerOf>
    </EntityForm>
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
  const navigate = useNavigate()
  const { remove } = useSamlChanges()
  const mayRemove = useMay()(['APPLICATIONS', 'REMOVE'])
  const [isDeleting, setIsDeleting] = useState(false)
  const run = async (): Promise<void> => {
    await remove.mutateAsync(id)
    showMessage(text('resource:applications.deletes.done', { name }))
    void navigate('/applications')
  }
  const action = {
    label: text('resource:applications.deletes.action'),
    icon: <DeleteIcon fontSize="small" />,
    isDestructive: true,
    onSelect: () => setIsDeleting(true),
  }
  return (
    <>
      <ActionMenu
        actions={mayRemove ? [action] : []}
        label={text('common:list.rowActions', { name })}
      />
      {isDeleting && (
        <ConfirmAction
          title={text('resource:applications.deletes.title')}
          confirmLabel={text('resource:applications.deletes.action')}
          typed={name}
          isDestructive
          onConfirm={run}
          onClose={() => setIsDeleting(false)}
        >
          {text('resource:saml.deleteText', { name })}
        </ConfirmAction>
      )}
    </>
  )
}

const Loaded = ({ read }: ReadProps) => {
  const text = useText('resource')
  const mayEdit = useMay()(['APPLICATIONS', 'EDIT'])
  const status = read.value.enabled ? 'ACTIVE' : 'INACTIVE'
  return (
    <>
      <PageHeader
        title={read.value.name}
        tag={
          <Tag
            label={text(`resource:applications.status.${status}`)}
            severity={severityOf(status)}
          />
        }
        actions={<Actions application={read.value} />}
      />
      <Section
        title={text('resource:saml.connect.title')}
        description={text('resource:saml.connect.text')}
      >
        <Connection />
      </Section>
      <Section title={text('common:pages.samlApplication')}>
        {mayEdit ? <Editor read={read} /> : <Shown read={read} />}
      </Section>
    </>
  )
}

/** One SAML application. */
const SamlApplicationPage = () => {
  const { id = '' } = useParams()
  return (
    <QueryView query={useQuery(samlQuery(id))} isPage>
      {(read) => <Loaded read={read} />}
    </QueryView>
  )
}

export default SamlApplicationPage
