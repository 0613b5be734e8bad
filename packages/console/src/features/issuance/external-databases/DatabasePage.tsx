import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { DeletionMenu } from '../../../kit/deletion.tsx'
import { EditForm } from '../../../kit/EditForm.tsx'
import { oneQuery } from '../../../kit/entity.ts'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Section } from '../../../ui/Page.tsx'
import { ConnectionTest } from './ConnectionTest.tsx'
import { DatabaseFields, DatabaseForm, typedDatabase, useDatabaseLabels } from './database-form.tsx'
import { databasesPath } from './database-paths.ts'
import { type Database, databases } from './databases.queries.ts'

/** What can be done with a database beside changing it. */
const DatabaseActions = ({ database }: { readonly database: Database }) => {
  const text = useText('issuancePortal')
  const { id, name } = database
  return (
    <DeletionMenu
      entity={databases}
      id={id}
      name={name}
      typed={name}
      needs={['ISSUANCE', 'REMOVE']}
      texts={{
        title: text('issuancePortal:databases.deletes.title'),
        action: text('issuancePortal:databases.deletes.action'),
        text: text('issuancePortal:databases.deletes.text'),
        done: text('issuancePortal:databases.deletes.done', { name }),
      }}
      listPath={databasesPath}
    />
  )
}

const Editor = ({ read }: { readonly read: Tagged<Database> }) => {
  const text = useText('issuancePortal')
  const may = useMay()
  return (
    <Section title={text('issuancePortal:databases.place')}>
      <EditForm
        entity={databases}
        read={read}
        formOf={typedDatabase}
        schema={DatabaseForm}
        labels={useDatabaseLabels()}
        isReadOnly={!may(['ISSUANCE', 'EDIT'])}
        saved={({ name }) => text('issuancePortal:databases.saved', { name })}
      >
        <DatabaseFields isNew={false} />
      </EditForm>
    </Section>
  )
}

const Loaded = ({ read }: { readonly read: Tagged<Database> }) => {
  const may = useMay()
  return (
    <DetailsPage title={read.value.name} actions={<DatabaseActions database={read.value} />}>
      {may(['ISSUANCE', 'EDIT']) && <ConnectionTest databaseId={read.value.id} />}
      <Editor read={read} />
    </DetailsPage>
  )
}

/** One database: where it is, and whether it answers. */
const DatabasePage = () => {
  const { databaseId = '' } = useParams()
  return (
    <QueryView query={useQuery(oneQuery(databases, databaseId))} isPage>
      {(read) => <Loaded read={read} />}
    </QueryView>
  )
}

export default DatabasePage
