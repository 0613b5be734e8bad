import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { SamlFields, useSamlLabels } from './SamlFields.tsx'
import { samlPath, useSamlChanges } from './saml-applications.queries.ts'
import { bodyOf, emptyForm, type FormValues, fromMetadata, SamlForm } from './saml-form.ts'

/** A service provider's document fills the form; nothing is fetched from its address. */
const MetadataImport = ({ onRead }: { readonly onRead: (values: FormValues) => void }) => {
  const text = useText('resource')
  const [metadata, setMetadata] = useState('')
  const { parse } = useSamlChanges()
  const read = async (): Promise<void> => onRead(fromMetadata(await parse.mutateAsync(metadata)))
  return (
    <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
      <TextField
        fullWidth
        multiline
        minRows={4}
        maxRows={10}
        label={text('resource:saml.metadata.label')}
        value={metadata}
        onChange={(event) => setMetadata(event.target.value)}
        error={parse.isError}
        helperText={parse.isError ? text('resource:saml.metadata.failed') : undefined}
      />
      <Button
        isDisabled={metadata.trim() === ''}
        onClick={() => void read().catch(() => undefined)}
      >
        {text('resource:saml.metadata.read')}
      </Button>
    </Stack>
  )
}

/** Adds a SAML application: by its metadata, or by hand. */
const NewSamlPage = () => {
  const text = useText('resource')
  const navigate = useNavigate()
  const { labels } = useSamlLabels()
  const { create } = useSamlChanges()
  const [start, setStart] = useState({ values: emptyForm, count: 0 })
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
        <MetadataImport
          onRead={(values) => setStart(({ count }) => ({ values, count: count + 1 }))}
        />
      </Section>
      <Section title={text('resource:applications.sections.general')}>
        <EntityForm
          key={start.count}
          schema={SamlForm}
          initial={{ value: start.values, etag: null }}
          labels={labels}
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
