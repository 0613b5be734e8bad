import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import {
  newOauthRole,
  OauthRoleFields,
  OauthRoleForm,
  useOauthRoleLabels,
} from './oauth-role-forms.tsx'
import { oauthRolePath, oauthRoles } from './oauth-roles.queries.ts'

/** Adds an OAuth role, and opens it. */
const NewOauthRolePage = () => {
  const text = useText('members', 'resource')
  const labels = useOauthRoleLabels()
  return (
    <FormPage title={text('common:pages.addOauthRole')}>
      <Section
        title={text('members:roles.sectionsOf.role')}
        description={text('resource:oauthRoles.emptyText')}
      >
        <NewForm
          entity={oauthRoles}
          schema={OauthRoleForm}
          initial={newOauthRole}
          labels={labels}
          saveLabel={text('common:pages.addOauthRole')}
          made={({ name }) => text('members:roles.created', { name })}
          pathOf={({ id }) => oauthRolePath(id)}
          listPath="/oauthroles"
        >
          <OauthRoleFields />
        </NewForm>
      </Section>
    </FormPage>
  )
}

export default NewOauthRolePage
