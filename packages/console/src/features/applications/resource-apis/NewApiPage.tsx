import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { ApiFields, ApiForm, newApi, useApiLabels } from './api-form.tsx'
import { apiPath, useApiChanges } from './resource-apis.queries.ts'

/** Registers an API, and opens it. */
const NewApiPage = () => {
  const text = useText('resource')
  const navigate = useNavigate()
  const { labels } = useApiLabels()
  const { create } = useApiChanges()
  const madeId = useRef('')
  const save = async (values: z.output<typeof ApiForm>): Promise<void> => {
    const { id, name } = await create.mutateAsync(values)
    madeId.current = id
    showMessage(text('resource:apis.created', { name }))
  }
  return (
    <>
      <PageHeader title={text('common:pages.addApi')} />
      <Section title={text('common:pages.api')} description={text('resource:apis.emptyText')}>
        <EntityForm
          schema={ApiForm}
          initial={newApi}
          labels={labels}
          save={save}
          saveLabel={text('common:pages.addApi')}
          onSaved={() => void navigate(apiPath(madeId.current))}
          onCancel={() => void navigate('/authorization')}
        >
          <ApiFields />
        </EntityForm>
      </Section>
    </>
  )
}

export default NewApiPage
