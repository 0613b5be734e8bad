import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import {
  DatabaseFields,
  emptyDatabase,
  NewDatabaseForm,
  useDatabaseLabels,
} from './database-form.tsx'
import { databasePath, databasesPath } from './database-paths.ts'
import { databases } from './databases.queries.ts'

/** Adds a database; whether it answers is tried on its own page. */
const NewDatabasePage = () => {
  const text = useText('issuancePortal')
  const labels = useDatabaseLabels()
  return (
    <FormPage title={text('common:pages.addExternalDatabase')}>
      <Section
        title={text('issuancePortal:databases.place')}
        description={text('issuancePortal:databases.addText')}
      >
        <NewForm
          entity={databases}
          schema={NewDatabaseForm}
          initial={emptyDatabase}
          labels={labels}
          saveLabel={text('issuancePortal:databases.add')}
          made={({ name }) => text('issuancePortal:databases.added', { name })}
          pathOf={({ id }) => databasePath(id)}
          listPath={databasesPath}
        >
          <DatabaseFields isNew />
        </NewForm>
      </Section>
    </FormPage>
  )
}

export default NewDatabasePage
