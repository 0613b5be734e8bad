import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { AttributeFields } from './AttributeFields.tsx'
import { AttributeForm, newAttribute, useAttributeLabels } from './attribute-forms.ts'
import { useAttributeChanges } from './user-attributes.queries.ts'

/** Adds an own attribute. */
const NewUserAttributePage = () => {
  const text = useText('members')
  const navigate = useNavigate()
  const { labels } = useAttributeLabels()
  const { create } = useAttributeChanges()
  const save = async (values: z.output<typeof AttributeForm>): Promise<void> => {
    const { name } = await create.mutateAsync(values)
    showMessage(text('members:attributes.created', { name }))
  }
  return (
    <>
      <PageHeader title={text('common:pages.addUserAttribute')} />
      <Section title={text('members:attributes.section')}>
        <EntityForm
          schema={AttributeForm}
          initial={{ value: newAttribute, etag: null }}
          labels={labels}
          save={save}
          saveLabel={text('members:attributes.add')}
          onSaved={() => void navigate('/userattributes')}
          onCancel={() => void navigate('/userattributes')}
        >
          <AttributeFields />
        </EntityForm>
      </Section>
    </>
  )
}

export default NewUserAttributePage
