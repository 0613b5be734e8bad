import { useQuery, useQueryClient } from '@tanstack/react-query'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { FormText } from '../../../kit/form-fields.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Section } from '../../../ui/Page.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import {
  type ContactFields,
  ContactForm,
  type ContactName,
  contactNames,
  contactQuery,
  readContact,
  saveContact,
} from './support.queries.ts'

const ContactFieldset = () => {
  const text = useText('serviceProvider')
  const label = (name: ContactName): string => text(`serviceProvider:support.fields.${name}`)
  return (
    <>
      <FormText<ContactFields> name="name" label={label('name')} whenEmpty={null} maxLength={100} />
      <FormText<ContactFields>
        name="email"
        label={label('email')}
        type="email"
        whenEmpty={null}
        maxLength={320}
      />
      <FormText<ContactFields>
        name="telephone"
        label={label('telephone')}
        type="tel"
        whenEmpty={null}
        maxLength={50}
      />
      <FormText<ContactFields>
        name="hours"
        label={label('hours')}
        hint={text('serviceProvider:support.hoursHint')}
        whenEmpty={null}
        maxLength={200}
      />
    </>
  )
}

/** The contact that this provider names for the administrators of its tenants. */
export const OwnContact = () => {
  const text = useText('serviceProvider')
  const client = useQueryClient()
  const isReadOnly = !useMay()(['TENANTS', 'EDIT'])
  const labels = Object.fromEntries(
    contactNames.map((name) => [name, text(`serviceProvider:support.fields.${name}`)]),
  )
  const handleSaved = (): void => {
    showMessage(text('serviceProvider:support.saved'))
    void client.invalidateQueries({ queryKey: contactQuery.queryKey })
  }
  return (
    <Section
      title={text('serviceProvider:support.own')}
      description={text('serviceProvider:support.ownText')}
    >
      <QueryView query={useQuery(contactQuery)} skeleton={<FormSkeleton />}>
        {(version) => (
          <EntityForm
            key={version.etag}
            schema={ContactForm}
            initial={version}
            save={saveContact}
            reload={() => readContact()}
            onSaved={handleSaved}
            labels={labels}
            isReadOnly={isReadOnly}
          >
            <ContactFieldset />
          </EntityForm>
        )}
      </QueryView>
    </Section>
  )
}
