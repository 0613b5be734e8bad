import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { ConnectionTest } from './ConnectionTest.tsx'
import { DatabaseActions } from './DatabaseActions.tsx'
import { DatabaseFields, DatabaseForm, typedDatabase, useDatabaseLabels } from './database-form.tsx'
import {
  type Change,
  type Database,
  databaseQuery,
  readOne,
  useDatabaseChanges,
} from './databases.queries.ts'

const versionOf = ({ value, etag }: Tagged<Database>) => ({ value: typedDatabase(value), etag })

const Editor = ({ read }: { readonly read: Tagged<Database> }) => {
  const text = useText('issuancePortal')
  const may = useMay()
  const { save } = useDatabaseChanges()
  const { id } = read.value
  const saveIt = async (body: Change, etag: string | null): Promise<void> => {
    const { name } = await save.mutateAsync({ id, body, etag })
    showMessage(text('issuancePortal:databases.saved', { name }))
  }
  return (
    <Section title={text('issuancePortal:databases.place')}>
      <EntityForm
        key={read.etag}
        schema={DatabaseForm}
        initial={versionOf(read)}
        labels={useDatabaseLabels()}
        reload={async () => versionOf(await readOne(id))}
        save={saveIt}
        isReadOnly={!may(['ISSUANCE', 'EDIT'])}
        onSaved={() => undefined}
      >
        <DatabaseFields isNew={false} />
      </EntityForm>
    </Section>
  )
}

const Loaded = ({ read }: { readonly read: Tagged<Database> }) => {
  const may = useMay()
  return (
    <>
      <PageHeader title={read.value.name} actions={<DatabaseActions database={read.value} />} />
      {may(['ISSUANCE', 'EDIT']) && <ConnectionTest databaseId={read.value.id} />}
      <Editor read={read} />
    </>
  )
}

/** One database: where it is, and whether it answers. */
const DatabasePage = () => {
  const { databaseId = '' } = useParams()
  return (
    <QueryView query={useQuery(databaseQuery(databaseId))} isPage>
      {(read) => <Loaded read={read} />}
    </QueryView>
  )
}

export default DatabasePage
