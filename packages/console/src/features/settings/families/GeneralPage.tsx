import { useParams } from 'react-router'
import { TabbedPage } from '../../../kit/TabbedPage.tsx'
import { useText } from '../../../lib/i18n.ts'
import { GroupNamesForm } from './GroupNamesForm.tsx'
import { RegistrationsForm } from './RegistrationsForm.tsx'
import { SessionsForm } from './SessionsForm.tsx'
import { TenantForm } from './TenantForm.tsx'

/** The tabs, each with its form. */
const content = {
  tenantForm: () => <TenantForm />,
  sessionsForm: () => <SessionsForm />,
  groupNamesForm: () => <GroupNamesForm />,
  registrationsForm: () => <RegistrationsForm />,
}

const GeneralPage = () => {
  const text = useText('settings')
  return (
    <TabbedPage
      title={text('common:pages.generalSettings')}
      base="/settings/general"
      tab={useParams().tab}
      tabs={[
        { key: 'tenant', label: text('settings:tenant.title'), content: content.tenantForm },
        { key: 'sessions', label: text('settings:general.title'), content: content.sessionsForm },
        {
          key: 'groups',
          label: text('settings:groupNames.title'),
          content: content.groupNamesForm,
        },
        {
          key: 'registrations',
          label: text('settings:registrations.title'),
          content: content.registrationsForm,
        },
      ]}
    />
  )
}

export default GeneralPage
