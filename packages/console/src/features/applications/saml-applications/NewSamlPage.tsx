import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { MetadataImport } from '../../../kit/MetadataImport.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { SamlFields, useSamlLabels } from './SamlFields.tsx'
import { samlPath, useSamlChanges } from './saml-applications.queries.ts'
import { bodyOf, emptyForm, fromMetadata, SamlForm } from './saml-form.ts'

/** Adds a SAML application: by its metadata, or by hand. */
const NewSamlPage = () => {
  const text = useText('resource')
  const navigate = useNavigate()
  const { create, parse } = useSamlChanges()
  const [start, setStart] = useState({ values: emptyForm, count: 0 })
  const read = async (metadata: string): Promise<void> => {
    const values = fromMetadata(await parse.mutateAsync(metadata))
    setStart(({ count }) => ({ values, count: count + 1 }))
  }
  const save = async (values: z.output<typeof SamlForm>): Promise<void> => {
    const { id, name } = await create.mutateAsync(bodyOf(values, null))
    showMessage(text('resource:applications.created', { name }))
    void navigate(samlPath(id))
  }
  return (
    <>
      <PageHeader title={text('common:pages.newSamlApplication')} />
      <Section
        title={text('resource:saml.metadata.title')}
        description={text('resource:saml.metadata.text')}
      >
        <MetadataImport onText={read} />
      </Section>
      <Section title={text('resource:applications.sections.general')}>
        <EntityForm
          key={start.count}
          schema={SamlForm}
          initial={{ value: start.values, etag: null }}
          labels={useSamlLabels().labels}
          save={save}
          saveLabel={text('resource:applications.create')}
          onSaved={() => undefined}
          onCancel={() => void navigate('/applications/add')}
        >
          <SamlFields />
        </EntityForm>
      </Section>
    </>
  )
}

export default NewSamlPage
