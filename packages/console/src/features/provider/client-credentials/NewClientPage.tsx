import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import { ClientFields, useClientLabels } from './ClientFields.tsx'
import { ClientSecretDialog } from './ClientSecretDialog.tsx'
import { clientPath, clients, clientsPath } from './client-credentials.queries.ts'
import { ClientForm, newClient } from './client-form.ts'

/** Adds client credentials; the secret is shown before they open. */
const NewClientPage = () => {
  const text = useText('serviceProvider')
  return (
    <FormPage title={text('common:pages.addClient')}>
      <Section
        title={text('common:pages.client')}
        description={text('serviceProvider:clients.text')}
      >
        <NewForm
          entity={clients}
          schema={ClientForm}
          initial={newClient}
          labels={useClientLabels()}
          saveLabel={text('common:pages.addClient')}
          made={({ name }) => text('serviceProvider:clients.created', { name })}
          pathOf={({ id }) => clientPath(id)}
          secret={{
            of: ({ name, clientSecret: secret }) => ({ name, secret }),
            Dialog: ClientSecretDialog,
          }}
          listPath={clientsPath}
        >
          <ClientFields />
        </NewForm>
      </Section>
    </FormPage>
  )
}

export default NewClientPage
