import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useSession } from '../../../session/session-context.tsx'
import { Section } from '../../../ui/Page.tsx'
import { SetupLinkDialog } from './SetupLinkDialog.tsx'
import { NewTenantFields, newTenant, newTenantForm, useNewTenantLabels } from './tenant-forms.tsx'
import { tenantPath, tenants, tenantsPath } from './tenants.queries.ts'

/** Adds a tenant; where its setup link was not sent by email, it is shown before the tenant opens. */
const NewTenantPage = () => {
  const text = useText('serviceProvider')
  const { theme } = useSession()
  return (
    <FormPage
      title={text('common:pages.addTenant')}
      detail={text('serviceProvider:tenants.addDetail')}
    >
      <Section title={text('serviceProvider:tenants.details')}>
        <NewForm
          entity={tenants}
          schema={newTenantForm(theme.hostname)}
          initial={newTenant}
          labels={useNewTenantLabels()}
          saveLabel={text('serviceProvider:tenants.add')}
          made={({ companyName: name }) => text('serviceProvider:tenants.created', { name })}
          pathOf={({ id }) => tenantPath(id)}
          secret={{
            of: ({ companyName: name, setupUrl }) => ({ name, secret: setupUrl ?? '' }),
            Dialog: SetupLinkDialog,
          }}
          listPath={tenantsPath}
        >
          <NewTenantFields />
        </NewForm>
      </Section>
    </FormPage>
  )
}

export default NewTenantPage
