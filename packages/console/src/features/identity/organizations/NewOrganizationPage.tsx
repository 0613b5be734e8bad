import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import {
  newOrganization,
  OrganizationFields,
  OrganizationForm,
  useOrganizationLabels,
} from './organization-forms.tsx'
import { organizationPath, organizations } from './organizations.queries.ts'

/** Adds an organization, and opens it. */
const NewOrganizationPage = () => {
  const text = useText('members')
  return (
    <FormPage title={text('common:pages.addOrganization')}>
      <Section title={text('members:organizations.details')}>
        <NewForm
          entity={organizations}
          schema={OrganizationForm}
          initial={newOrganization}
          labels={useOrganizationLabels()}
          saveLabel={text('members:organizations.add')}
          made={({ displayName }) => text('members:organizations.created', { name: displayName })}
          pathOf={({ id }) => organizationPath(id)}
          listPath="/organizations"
        >
          <OrganizationFields />
        </NewForm>
      </Section>
    </FormPage>
  )
}

export default NewOrganizationPage
