import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import {
  newOauthRole,
  OauthRoleFields,
  OauthRoleForm,
  useOauthRoleLabels,
} from './oauth-role-forms.tsx'
import { oauthRolePath, useOauthRoleChanges } from './oauth-roles.queries.ts'

/** Adds an OAuth role, and opens it. */
const NewOauthRolePage = () => {
  const text = useText('members', 'resource')
  const navigate = useNavigate()
  const labels = useOauthRoleLabels()
  const { create } = useOauthRoleChanges()
  const madeId = useRef('')
  const save = async (values: z.output<typeof OauthRoleForm>): Promise<void> => {
    const { id, name } = await create.mutateAsync(values)
    madeId.current = id
    showMessage(text('members:roles.created', { name }))
  }
  return (
    <>
      <PageHeader title={text('common:pages.addOauthRole')} />
      <Section
        title={text('members:roles.sectionsOf.role')}
        description={text('resource:oauthRoles.emptyText')}
      >
        <EntityForm
          schema={OauthRoleForm}
          initial={newOauthRole}
          labels={labels}
          save={save}
          saveLabel={text('common:pages.addOauthRole')}
          onSaved={() => void navigate(oauthRolePath(madeId.current))}
          onCancel={() => void navigate('/oauthroles')}
        >
          <OauthRoleFields />
        </EntityForm>
      </Section>
    </>
  )
}

export default NewOauthRolePage
