import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import {
  newOrganization,
  OrganizationFields,
  OrganizationForm,
  useOrganizationLabels,
} from './organization-forms.tsx'
import { organizationPath, useOrganizationChanges } from './organizations.queries.ts'

/** Adds an organization, and opens it. */
const NewOrganizationPage = () => {
  const text = useText('members')
  const navigate = useNavigate()
  const { create } = useOrganizationChanges()
  const madeId = useRef<string | null>(null)
  const save = async (values: z.output<typeof OrganizationForm>): Promise<void> => {
    const organization = await create.mutateAsync(values)
    madeId.current = organization.id
    showMessage(text('members:organizations.created', { name: organization.displayName }))
  }
  return (
    <>
      <PageHeader title={text('common:pages.addOrganization')} />
      <Section title={text('members:organizations.details')}>
        <EntityForm
          schema={OrganizationForm}
          initial={{ value: newOrganization, etag: null }}
          labels={useOrganizationLabels()}
          save={save}
          saveLabel={text('members:organizations.add')}
          onSaved={() => void navigate(organizationPath(madeId.current ?? ''))}
          onCancel={() => void navigate('/organizations')}
        >
          <OrganizationFields />
        </EntityForm>
      </Section>
    </>
  )
}

export default NewOrganizationPage
