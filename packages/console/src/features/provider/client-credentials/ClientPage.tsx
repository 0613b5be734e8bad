import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { EditForm } from '../../../kit/EditForm.tsx'
import { oneQuery } from '../../../kit/entity.ts'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Page.tsx'
import { ClientActions } from './ClientActions.tsx'
import { ClientFields, useClientLabels } from './ClientFields.tsx'
import { type ClientRow, clients } from './client-credentials.queries.ts'
import { ClientForm, formOf } from './client-form.ts'

interface ReadProps {
  readonly read: Tagged<ClientRow>
}

const Status = ({ client }: { readonly client: ClientRow }) => {
  const text = useText('resource', 'serviceProvider')
  const { date } = useFormats()
  const time = (value: string | null): string => (value === null ? '–' : date(value))
  return (
    <Section title={text('serviceProvider:clients.status')}>
      <Facts
        facts={[
          { label: text('serviceProvider:clients.clientId'), value: client.id },
          {
            label: text('resource:apiApplications.facts.lastUsed'),
            value: time(client.lastUsedAt),
          },
          {
            label: text('resource:apiApplications.facts.formerSecret'),
            value: time(client.formerSecretEndsAt),
          },
          { label: text('resource:apiApplications.facts.created'), value: time(client.createdAt) },
        ]}
      />
    </Section>
  )
}

const Loaded = ({ read }: ReadProps) => {
  const text = useText('serviceProvider')
  const labels = useClientLabels()
  const mayEdit = useMay()(['SPCLIENTCREDENTIALS', 'EDIT'])
  const { name, description } = read.value
  return (
    <DetailsPage title={name} actions={<ClientActions client={read.value} />}>
      <Status client={read.value} />
      <Section title={text('common:pages.client')}>
        {mayEdit ? (
          <EditForm
            entity={clients}
            {...{ read, formOf, labels }}
            schema={ClientForm}
            saved={(saved) => text('serviceProvider:clients.saved', { name: saved.name })}
          >
            <ClientFields />
          </EditForm>
        ) : (
          <Facts facts={[{ label: labels.description, value: description }]} />
        )}
      </Section>
    </DetailsPage>
  )
}

/** One client: its rights, its use, and a new secret. */
const ClientPage = () => {
  const { id = '' } = useParams()
  return (
    <QueryView query={useQuery(oneQuery(clients, id))} isPage>
      {(read) => <Loaded read={read} />}
    </QueryView>
  )
}

export default ClientPage
