import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import {
  DatabaseFields,
  emptyDatabase,
  NewDatabaseForm,
  useDatabaseLabels,
} from './database-form.tsx'
import { databasePath, databasesPath } from './database-paths.ts'
import { type New, useDatabaseChanges } from './databases.queries.ts'

const empty = { value: emptyDatabase, etag: null }

/** Adds a database; whether it answers is tried on its own page. */
const NewDatabasePage = () => {
  const text = useText('issuancePortal')
  const navigate = useNavigate()
  const made = useRef('')
  const labels = useDatabaseLabels()
  const { create } = useDatabaseChanges()
  const save = async (body: New): Promise<void> => {
    const { id, name } = await create.mutateAsync(body)
    showMessage(text('issuancePortal:databases.added', { name }))
    made.current = id
  }
  return (
    <>
      <PageHeader title={text('common:pages.addExternalDatabase')} />
      <Section
        title={text('issuancePortal:databases.place')}
        description={text('issuancePortal:databases.addText')}
      >
        <EntityForm
          schema={NewDatabaseForm}
          initial={empty}
          labels={labels}
          save={save}
          saveLabel={text('issuancePortal:databases.add')}
          onCancel={() => void navigate(databasesPath)}
          onSaved={() => void navigate(databasePath(made.current))}
        >
          <DatabaseFields isNew />
        </EntityForm>
      </Section>
    </>
  )
}

export default NewDatabasePage
