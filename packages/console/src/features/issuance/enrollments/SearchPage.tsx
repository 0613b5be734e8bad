import Add from '@mui/icons-material/PersonAddAlt1Outlined'
import Print from '@mui/icons-material/PrintOutlined'
import Avatar from '@mui/material/Avatar'
import Stack from '@mui/material/Stack'
import { enrollStates } from '@signet/contract/issuance/enrollments'
import { severityOf } from '@signet/rules/severity'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { ListPage } from '../../../kit/ListPage.tsx'
import { rowId } from '../../../kit/named-rows.ts'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useText } from '../../../lib/i18n.ts'
import { PrintDialog } from '../../../pickers/printing/PrintDialog.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { enrollmentPath, newPath } from './enrollment-paths.ts'
import {
  barcodePlace,
  columnPlace,
  type Person,
  peopleQuery,
  summaryQuery,
  useEnrollmentChanges,
  type Workflow,
} from './enrollments.queries.ts'
import { searchTools } from './SearchTools.tsx'
import { useStatusName } from './status-name.ts'

const rowLink = ({ id, workflowId }: Person): string => enrollmentPath(workflowId, id)
const firstSort = { key: 'modified', isDescending: true }
/** More columns than fit are looked at one by one. */
const columnsShown = 3

const Named = ({ person, name }: { readonly person: Person; readonly name: string }) => (
  <Stack component="span" direction="row" spacing={1} sx={{ alignItems: 'center' }}>
    <Avatar
      component="span"
      variant="rounded"
      alt=""
      {...(person.thumbnail === null ? {} : { src: person.thumbnail })}
      sx={{ width: 28, height: 28, fontSize: '0.75rem' }}
    />
    <span>{name}</span>
  </Stack>
)

const useNameOf = () => {
  const text = useText('issuancePortal')
  return ({ title }: Person): string => title || text('issuancePortal:enrollments.unnamed')
}

const useColumns = ({ columns }: Workflow) => {
  const text = useText('issuancePortal')
  const statusName = useStatusName()
  const timeColumn = useTimeColumn()
  const nameOf = useNameOf()
  const own = columns.slice(0, columnsShown).map((name) => ({
    key: columnPlace(name),
    title: name,
    minWidth: 120,
    render: ({ values }: Person) => values[name] ?? '–',
  }))
  return [
    {
      key: 'title',
      title: text('issuancePortal:enrollments.person'),
      isSortable: true,
      minWidth: 200,
      render: (person: Person) => <Named person={person} name={nameOf(person)} />,
    },
    ...own,
    {
      key: 'status',
      title: text('issuancePortal:enrollments.status'),
      width: 130,
      render: ({ status }: Person) => (
        <Tag label={statusName(status)} severity={severityOf(status)} />
      ),
    },
    timeColumn(
      { key: 'modified', title: text('issuancePortal:enrollments.modified'), isSortable: true },
      ({ modifiedAt }: Person) => modifiedAt,
    ),
  ]
}

const useFilters = ({ columns }: Workflow) => {
  const text = useText('issuancePortal')
  const statusName = useStatusName()
  return useMemo(
    () => [
      {
        key: 'in',
        label: text('issuancePortal:enrollments.searchIn'),
        options: [
          { value: barcodePlace, label: text('issuancePortal:enrollments.barcode') },
          ...columns.map((name) => ({ value: columnPlace(name), label: name })),
        ],
      },
      {
        key: 'state',
        label: text('issuancePortal:enrollments.status'),
        options: enrollStates.map((value) => ({ value, label: statusName(value) })),
      },
    ],
    [text, statusName, columns],
  )
}

/** Deletes the ticked ones, where the visitor may. */
const useDeletion = () => {
  const text = useText('issuancePortal')
  const mayRemove = useMay()(['ENROLLMENTS', 'REMOVE'])
  const { remove } = useEnrollmentChanges()
  const [ids, setIds] = useState<readonly string[] | null>(null)
  const action = {
    label: text('issuancePortal:enrollments.deletes.action'),
    isDestructive: true,
    run: (selection: { readonly kind: string; readonly ids?: readonly string[] }) =>
      setIds(selection.ids ?? []),
  }
  const dialog = ids !== null && (
    <ConfirmAction
      title={text('issuancePortal:enrollments.deletes.many', { count: ids.length })}
      confirmLabel={text('issuancePortal:enrollments.deletes.action')}
      typed={String(ids.length)}
      isDestructive
      onConfirm={() => remove.mutateAsync(ids)}
      onClose={() => setIds(null)}
    >
      {text('issuancePortal:enrollments.deletes.text')}
    </ConfirmAction>
  )
  return { dialog, actions: mayRemove ? [action] : [] }
}

/** Prints the cards of the ticked ones, where the visitor may. */
const usePrinting = () => {
  const text = useText('issuancePortal')
  const mayPrint = useMay()(['ISSUANCE', 'ADD'])
  const [ids, setIds] = useState<readonly string[] | null>(null)
  const action = {
    label: text('issuancePortal:printing.print'),
    icon: <Print fontSize="small" />,
    run: (selection: { readonly kind: string; readonly ids?: readonly string[] }) =>
      setIds(selection.ids ?? []),
  }
  const dialog = ids !== null && <PrintDialog enrollmentIds={ids} onClose={() => setIds(null)} />
  return { dialog, actions: mayPrint ? [action] : [] }
}

const People = ({ workflow }: { readonly workflow: Workflow }) => {
  const text = useText('issuancePortal')
  const may = useMay()
  const rowName = useNameOf()
  const { workflowId, name } = workflow
  const query = useMemo(() => peopleQuery(workflowId), [workflowId])
  const [printing, deletion] = [usePrinting(), useDeletion()]
  const bulkActions = [...printing.actions, ...deletion.actions]
  const columns = useColumns(workflow)
  const filters = useFilters(workflow)
  const add = may(['ENROLLMENTS', 'ADD']) && (
    <Button kind="primary" icon={<Add />} to={newPath(workflowId)}>
      {text('issuancePortal:enrollments.enrol')}
    </Button>
  )
  return (
    <>
      <ListPage<Person>
        {...(bulkActions.length > 0 ? { bulkActions } : {})}
        title={name}
        {...{ query, columns, filters, rowId, rowName }}
        {...(may(['ENROLLMENTS', 'EDIT']) ? { rowLink } : {})}
        sort={firstSort}
        tools={searchTools(workflowId)}
        searchLabel={text('issuancePortal:enrollments.search')}
        actions={add}
        empty={{
          title: text('issuancePortal:enrollments.empty'),
          text: text('issuancePortal:enrollments.emptyText'),
          actions: add,
        }}
      />
      {printing.dialog}
      {deletion.dialog}
    </>
  )
}

/** The people of one design, found by a column, a term or a scanned barcode. */
const SearchPage = () => {
  const text = useText('issuancePortal')
  const { workflowId = '' } = useParams()
  return (
    <QueryView query={useQuery(summaryQuery)} isPage>
      {(workflows) => {
        const workflow = workflows.find((each) => each.workflowId === workflowId)
        return workflow === undefined ? (
          <ErrorState
            title={text('issuancePortal:enrollments.designGone')}
            message={text('issuancePortal:enrollments.designGoneText')}
          />
        ) : (
          <People key={workflowId} workflow={workflow} />
        )
      }}
    </QueryView>
  )
}

export default SearchPage
