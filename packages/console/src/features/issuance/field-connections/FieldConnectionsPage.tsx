import Box from '@mui/material/Box'
import { fieldsOfWorkflow, sequenceOf, type WorkflowField } from '@signet/card/enrolment/definition'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { ToolPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { showFailure } from '../../../lib/show-failure.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { visuallyHidden } from '../../../ui/hidden.ts'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { ConnectDialog } from './ConnectDialog.tsx'
import {
  type Connection,
  connectionsQuery,
  databasesQuery,
  useConnectionChanges,
  type Workflow,
} from './field-connections.queries.ts'

interface Read {
  readonly workflow: Workflow
  readonly connections: readonly Connection[]
}

/** Where a field comes from, in words. */
const useSourceText = ({ workflow }: Read) => {
  const text = useText('issuancePortal')
  const { data: databases = [] } = useQuery(databasesQuery)
  const fields = fieldsOfWorkflow(workflow.definition)
  return ({ databaseId, table, column, keyColumn, keyFieldId, writeBack }: Connection): string =>
    text(`issuancePortal:databases.${writeBack ? 'sourceBothWays' : 'source'}`, {
      database: databases.find(({ id }) => id === databaseId)?.name ?? '–',
      column: `${table}.${column}`,
      keyColumn,
      keyField: fields.find(({ id }) => id === keyFieldId)?.name ?? keyFieldId,
    })
}

/** Whose button it is, for those who do not see the row. */
const Of = ({ name }: { readonly name: string }) => (
  <>
    {' '}
    <Box component="span" sx={visuallyHidden}>
      {name}
    </Box>
  </>
)

interface RowProps extends Read {
  readonly field: WorkflowField
  readonly onConnect: () => void
}

/** Takes a source away; what was taken comes back by Undo. */
const useDisconnect = (workflow: Workflow) => {
  const text = useText('issuancePortal')
  const { add, remove } = useConnectionChanges(workflow.id)
  return async (connection: Connection, name: string): Promise<void> => {
    try {
      await remove.mutateAsync(connection.fieldId)
      showMessage(text('issuancePortal:databases.disconnected', { name }), {
        action: { label: text('issuancePortal:databases.undo'), run: () => add.mutate(connection) },
      })
    } catch (error) {
      showFailure(error)
    }
  }
}

const FieldRow = ({ field, onConnect, ...read }: RowProps) => {
  const text = useText('issuancePortal')
  const sourceText = useSourceText(read)
  const disconnect = useDisconnect(read.workflow)
  const { name } = field
  const connection = read.connections.find(({ fieldId }) => fieldId === field.id)
  if (connection === undefined) {
    return (
      <Item
        title={name}
        detail={text('issuancePortal:databases.byHand')}
        actions={
          <Button onClick={onConnect}>
            {text('issuancePortal:databases.connect')}
            <Of name={name} />
          </Button>
        }
      />
    )
  }
  return (
    <Item
      title={name}
      detail={sourceText(connection)}
      actions={
        <>
          <Button onClick={onConnect}>
            {text('issuancePortal:databases.change')}
            <Of name={name} />
          </Button>
          <Button onClick={() => void disconnect(connection, name)}>
            {text('issuancePortal:databases.disconnect')}
            <Of name={name} />
          </Button>
        </>
      }
    />
  )
}

/** Nothing to connect with yet: where databases are added. */
const NoDatabases = () => {
  const text = useText('issuancePortal')
  const may = useMay()
  return (
    <EmptyState
      title={text('issuancePortal:databases.empty')}
      actions={
        may(['ISSUANCE', 'ADD']) && (
          <Button kind="primary" to="/externaldatabases/add">
            {text('common:pages.addExternalDatabase')}
          </Button>
        )
      }
    >
      {text('issuancePortal:databases.emptyText')}
    </EmptyState>
  )
}

/** Numbers of a sequence and what nobody may fill come from nowhere else. */
const isFillable = (field: WorkflowField): boolean => !field.readOnly && sequenceOf(field) === null

const Fields = (read: Read) => {
  const text = useText('issuancePortal')
  const databases = useQuery(databasesQuery)
  const [connecting, setConnecting] = useState<WorkflowField | null>(null)
  const fields = fieldsOfWorkflow(read.workflow.definition).filter(isFillable)
  if (databases.data?.length === 0) return <NoDatabases />
  return (
    <Section
      title={text('issuancePortal:databases.fields')}
      description={text('issuancePortal:databases.fieldsText')}
    >
      <ErrorNotice error={databases.error} />
      <ItemList empty={text('issuancePortal:databases.noFields')}>
        {fields.map((field) => (
          <FieldRow key={field.id} {...read} field={field} onConnect={() => setConnecting(field)} />
        ))}
      </ItemList>
      {connecting !== null && (
        <ConnectDialog
          {...read}
          field={connecting}
          databases={databases.data ?? []}
          onClose={() => setConnecting(null)}
        />
      )}
    </Section>
  )
}

/** Which fields of an enrolment design come from databases of others. */
const FieldConnectionsPage = () => {
  const text = useText('issuancePortal')
  const { workflowId = '' } = useParams()
  return (
    <QueryView query={useQuery(connectionsQuery(workflowId))} isPage>
      {(read) => (
        <ToolPage title={text('common:pages.fieldConnections')} detail={read.workflow.name}>
          <Fields {...read} />
        </ToolPage>
      )}
    </QueryView>
  )
}

export default FieldConnectionsPage
