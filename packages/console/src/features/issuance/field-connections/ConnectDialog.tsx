import Stack from '@mui/material/Stack'
import {
  fieldsOfWorkflow,
  isPictureField,
  type WorkflowField,
} from '@signet/card/enrolment/definition'
import type { ExternalDatabase } from '@signet/contract/issuance/external-databases'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { ToggleInput } from '../../../ui/ToggleInput.tsx'
import {
  type Connection,
  columnsQuery,
  tablesQuery,
  useConnectionChanges,
  type Workflow,
} from './field-connections.queries.ts'

interface ConnectProps {
  readonly workflow: Workflow
  readonly connections: readonly Connection[]
  readonly field: WorkflowField
  readonly databases: readonly z.output<typeof ExternalDatabase>[]
  readonly onClose: () => void
}

interface ChoiceProps {
  readonly draft: Connection
  readonly put: (change: Partial<Connection>) => void
}

const choices = (names: readonly string[]) => names.map((value) => ({ value, label: value }))

/** What stands there now, and what was chosen before even where it is there no more. */
const withChosen = (names: readonly string[], chosen: string): readonly string[] =>
  chosen === '' || names.includes(chosen) ? names : [chosen, ...names]

const PlaceChoices = ({ draft, put, databases }: ChoiceProps & Pick<ConnectProps, 'databases'>) => {
  const text = useText('issuancePortal')
  const tables = useQuery(tablesQuery(draft.databaseId))
  const columns = useQuery(columnsQuery(draft.databaseId, draft.table))
  // A database that is gone answers neither: it is told once.
  const failure = tables.error ?? columns.error
  return (
    <>
      <SelectInput
        label={text('issuancePortal:databases.fromDatabase')}
        placeholder={text('issuancePortal:databases.choose')}
        value={draft.databaseId}
        onChange={(databaseId) =>
          put({ databaseId, table: '', column: '', keyColumn: '', writeBack: false })
        }
        options={databases.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <ErrorNotice error={failure} />
      <SelectInput
        label={text('issuancePortal:databases.table')}
        placeholder={text(`issuancePortal:databases.${tables.isFetching ? 'reading' : 'choose'}`)}
        isDisabled={tables.data === undefined}
        value={draft.table}
        onChange={(table) => put({ table, column: '', keyColumn: '' })}
        options={choices(
          withChosen(
            (tables.data ?? []).map(({ name }) => name),
            draft.table,
          ),
        )}
      />
    </>
  )
}

const ColumnChoices = ({ draft, put, field }: ChoiceProps & Pick<ConnectProps, 'field'>) => {
  const text = useText('issuancePortal')
  const columns = useQuery(columnsQuery(draft.databaseId, draft.table))
  const all = columns.data ?? []
  const fitting = all.filter(({ kind }) => (kind === 'BINARY') === isPictureField(field))
  const placeholder = text(`issuancePortal:databases.${columns.isFetching ? 'reading' : 'choose'}`)
  const shared = { placeholder, isDisabled: columns.data === undefined }
  const names = (some: typeof all, chosen: string) =>
    choices(
      withChosen(
        some.map(({ name }) => name),
        chosen,
      ),
    )
  return (
    <>
      <SelectInput
        {...shared}
        label={text('issuancePortal:databases.column')}
        value={draft.column}
        onChange={(column) => put({ column })}
        options={names(fitting, draft.column)}
      />
      <SelectInput
        {...shared}
        label={text('issuancePortal:databases.keyColumn')}
        hint={text('issuancePortal:databases.keyColumnHint')}
        value={draft.keyColumn}
        onChange={(keyColumn) => put({ keyColumn })}
        options={names(
          all.filter(({ kind }) => kind !== 'BINARY'),
          draft.keyColumn,
        )}
      />
    </>
  )
}

/** Fields that are typed: neither pictures nor what is filled itself. */
const keyFields = ({ workflow, connections, field }: ConnectProps) =>
  fieldsOfWorkflow(workflow.definition).filter(
    (each) =>
      each.id !== field.id &&
      !isPictureField(each) &&
      !connections.some(({ fieldId }) => fieldId === each.id),
  )

/** What is chosen already: of this field, else of the one connected last. */
const begun = ({ connections, field }: ConnectProps): Connection => {
  const own = connections.find(({ fieldId }) => fieldId === field.id)
  if (own !== undefined) return own
  const { databaseId = '', table = '', keyColumn = '', keyFieldId = '' } = connections.at(-1) ?? {}
  const place = { databaseId, table, column: '', keyColumn, keyFieldId }
  return { fieldId: field.id, ...place, writeBack: false }
}

const useConnecting = (props: ConnectProps, draft: Connection) => {
  const text = useText('issuancePortal')
  const { add, replace } = useConnectionChanges(props.workflow.id)
  const isNew = !props.connections.some(({ fieldId }) => fieldId === draft.fieldId)
  const changed = () =>
    props.connections.map((each) => (each.fieldId === draft.fieldId ? draft : each))
  const save = async (): Promise<void> => {
    try {
      await (isNew ? add.mutateAsync(draft) : replace.mutateAsync(changed()))
      showMessage(text('issuancePortal:databases.connected', { name: props.field.name }))
      props.onClose()
    } catch {
      // Told in the dialog, which stays.
    }
  }
  return { save, isPending: add.isPending || replace.isPending, error: add.error ?? replace.error }
}

/** Off where nothing may be written: pictures, and databases that are only read. */
const WriteBackChoice = ({
  draft,
  put,
  field,
  databases,
}: ChoiceProps & Pick<ConnectProps, 'field' | 'databases'>) => {
  const text = useText('issuancePortal')
  const database = databases.find(({ id }) => id === draft.databaseId)
  const reason = isPictureField(field)
    ? 'writeBackPicture'
    : database?.readOnly === true
      ? 'writeBackReadOnly'
      : 'writeBackHint'
  return (
    <>
      <ToggleInput
        label={text('issuancePortal:databases.writeBack')}
        hint={text(`issuancePortal:databases.${reason}`)}
        isDisabled={!draft.writeBack && reason !== 'writeBackHint'}
        value={draft.writeBack}
        onChange={(writeBack) => put({ writeBack })}
      />
      {draft.writeBack && (
        <Notice severity="warning">{text('issuancePortal:databases.writeBackWarning')}</Notice>
      )}
    </>
  )
}

/** Says where the values of one field come from. */
export const ConnectDialog = (props: ConnectProps) => {
  const text = useText('issuancePortal')
  const [draft, setDraft] = useState(() => begun(props))
  const put = (change: Partial<Connection>) => setDraft({ ...draft, ...change })
  const { save, isPending, error } = useConnecting(props, draft)
  const isComplete = Object.values(draft).every((value) => value !== '')
  return (
    <Dialog
      title={text('issuancePortal:databases.connectTitle', { name: props.field.name })}
      isOpen
      width="sm"
      onClose={props.onClose}
      onSubmit={() => void save()}
      actions={
        <>
          <Button onClick={props.onClose}>{text('common:actions.cancel')}</Button>
          <Button kind="primary" type="submit" isDisabled={!isComplete} isPending={isPending}>
            {text('common:actions.save')}
          </Button>
        </>
      }
    >
      <Stack spacing={2}>
        <ErrorNotice error={error} />
        <PlaceChoices {...{ draft, put }} databases={props.databases} />
        <ColumnChoices {...{ draft, put }} field={props.field} />
        <SelectInput
          label={text('issuancePortal:databases.keyField')}
          hint={text('issuancePortal:databases.keyFieldHint')}
          placeholder={text('issuancePortal:databases.choose')}
          value={draft.keyFieldId}
          onChange={(keyFieldId) => put({ keyFieldId })}
          options={keyFields(props).map(({ id, name }) => ({ value: id, label: name }))}
        />
        <WriteBackChoice {...{ draft, put }} field={props.field} databases={props.databases} />
      </Stack>
    </Dialog>
  )
}
