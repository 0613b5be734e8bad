import { listExportStates } from '@signet/rules/list-exports'
import type { Severity } from '@signet/rules/severity'
import { useMemo, useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { ListPage } from '../../../kit/ListPage.tsx'
import { rowId } from '../../../kit/named-rows.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { errorTextNow, useText } from '../../../lib/i18n.ts'
import { showFailure } from '../../../lib/show-failure.ts'
import { type ListExportFact, saveExport } from '../../../pickers/list-export/list-exports.ts'
import { useMay } from '../../../session/session-context.tsx'
import type { MenuAction } from '../../../ui/ActionMenu.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import type { TableColumn } from '../../../ui/table-columns.tsx'
import { listExportsQuery, useDeleteExport } from './list-exports.queries.ts'

const severities: Readonly<Record<ListExportFact['state'], Severity>> = {
  PENDING: 'INFO',
  RUNNING: 'INFO',
  READY: 'OK',
  FAILED: 'ERROR',
}
const reasons = ['ERROR', 'LENDER_GONE', 'LENDER_LOCKED', 'RIGHTS_LOST', 'TOO_LARGE'] as const

/** Why there is no file: a word of ours, or the error of the list's own call. */
const Reason = ({ reason }: Pick<ListExportFact, 'reason'>) => {
  const text = useText('dashboard')
  if (reason === null) return '–'
  const known = reasons.find((each) => each === reason)
  return known === undefined
    ? (errorTextNow(reason, {}) ?? errorTextNow('general_error', {}))
    : text(`dashboard:exports.reasons.${known}`)
}

const State = ({ state }: Pick<ListExportFact, 'state'>) => {
  const text = useText('dashboard')
  return <Tag label={text(`dashboard:exports.states.${state}`)} severity={severities[state]} />
}

const useColumns = (): readonly TableColumn<ListExportFact>[] => {
  const text = useText('dashboard')
  const { date, ago, number, fileSize } = useFormats()
  const timeColumn = useTimeColumn()
  return useMemo((): readonly TableColumn<ListExportFact>[] => {
    const column = (key: 'list' | 'state' | 'rows' | 'size' | 'asked' | 'expires' | 'reason') => ({
      key,
      title: text(`dashboard:exports.fields.${key}`),
    })
    return [
      {
        ...column('list'),
        minWidth: 140,
        render: ({ list }) => text(`dashboard:exports.lists.${list}`),
      },
      { ...column('state'), width: 116, render: State },
      { ...column('rows'), width: 80, render: ({ rows }) => number(rows) },
      { ...column('size'), width: 88, render: ({ bytes }) => fileSize(bytes) },
      {
        ...column('asked'),
        width: 126,
        render: ({ createdAt }) => <span title={date(createdAt)}>{ago(createdAt)}</span>,
      },
      timeColumn(column('expires'), ({ expiresAt }) => expiresAt),
      { ...column('reason'), minWidth: 120, render: Reason },
    ]
  }, [text, date, ago, number, fileSize, timeColumn])
}

const save = (made: ListExportFact): void => {
  saveExport(made).catch(showFailure)
}

const DeleteDialog = ({ made, onClose }: { made: ListExportFact; onClose: () => void }) => {
  const text = useText('dashboard')
  const remove = useDeleteExport()
  return (
    <ConfirmAction
      title={text('dashboard:exports.deleteTitle')}
      confirmLabel={text('dashboard:exports.delete')}
      isDestructive
      onConfirm={() => remove.mutateAsync(made.id)}
      onClose={onClose}
    >
      {text('dashboard:exports.deleteText')}
    </ConfirmAction>
  )
}

const useRowActions = (remove: (made: ListExportFact) => void) => {
  const text = useText('dashboard')
  const mayDelete = useMay()(['EXPORTREPORTS', 'ADD'])

  return (made: ListExportFact): readonly MenuAction[] => {
    const download = { label: text('dashboard:exports.download'), onSelect: () => save(made) }
    const label = text('dashboard:exports.delete')
    return [
      ...(made.state === 'READY' ? [download] : []),
      ...(mayDelete
        ? [
            {
              label,
              isDestructive: true,
              onSelect: () => remove(made),
            },
          ]
        : []),
    ]
  }
}

const useFilter = () => {
  const text = useText('dashboard')
  const options = optionsOf(listExportStates, (value) => text(`dashboard:exports.states.${value}`))
  return { key: 'state', label: text('dashboard:exports.fields.state'), options }
}

/** The visitor's exports of lists. */
const ListExportsPage = () => {
  const text = useText('dashboard')
  const [deleting, setDeleting] = useState<ListExportFact | null>(null)
  return (
    <>
      <ListPage<ListExportFact>
        title={text('common:pages.exports')}
        query={listExportsQuery}
        columns={useColumns()}
        filters={[useFilter()]}
        rowId={rowId}
        rowName={({ list }) => text(`dashboard:exports.lists.${list}`)}
        rowActions={useRowActions(setDeleting)}
        empty={{
          title: text('dashboard:exports.empty'),
          text: text('dashboard:exports.emptyText'),
        }}
      />
      {deleting !== null && <DeleteDialog made={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}

export default ListExportsPage
