import { queueStates } from '@signet/rules/print-jobs'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useMemo, useState } from 'react'
import { optionsOf } from '../../../kit/fields.ts'
import { ListPage } from '../../../kit/ListPage.tsx'
import { rowId } from '../../../kit/named-rows.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showFailure } from '../../../lib/show-failure.ts'
import { printerNamesQuery } from '../../../pickers/printing/printer-names.ts'
import { useMay } from '../../../session/session-context.tsx'
import type { MenuAction } from '../../../ui/ActionMenu.tsx'
import {
  AnswerDialog,
  type JobDialogProps,
  LogDialog,
  MoveDialog,
  ReprintDialog,
} from './PrintDialogs.tsx'
import { PrintStateTag, useDetailWords } from './PrintState.tsx'
import { type PrintJob, printsQuery, usePrintChanges } from './print-queue.queries.ts'

const stateOf = (job: PrintJob) => <PrintStateTag {...job} />

/** Of a record that is deleted nothing is left. */
const useRowName = () => {
  const text = useText('issuancePortal')
  return ({ title }: PrintJob): string => title || text('issuancePortal:printing.nobody')
}

const useColumns = () => {
  const rowName = useRowName()
  const text = useText('issuancePortal')
  const { number } = useFormats()
  const timeColumn = useTimeColumn()
  const words = useDetailWords()
  const title = (key: 'card' | 'state' | 'detail' | 'printer' | 'attempt' | 'by' | 'at') => ({
    key,
    title: text(`issuancePortal:printing.${key}`),
  })
  return [
    { ...title('card'), minWidth: 150, render: rowName },
    { ...title('state'), minWidth: 190, render: stateOf },
    { ...title('detail'), minWidth: 150, render: ({ detail }: PrintJob) => words(detail) || '–' },
    { ...title('printer'), minWidth: 120, render: ({ printerName }: PrintJob) => printerName },
    { ...title('attempt'), width: 90, render: ({ attempt }: PrintJob) => number(attempt) },
    { ...title('by'), minWidth: 100, render: ({ createdBy }: PrintJob) => createdBy },
    timeColumn(title('at'), ({ createdAt }: PrintJob) => createdAt),
  ]
}

interface Opened {
  readonly job: PrintJob
  readonly Dialog: ComponentType<JobDialogProps>
}

const waits = ({ queueState }: PrintJob): boolean =>
  queueState === 'QUEUED' || queueState === 'WAIT_FOR_PRINTER'
const isEnded = ({ queueState }: PrintJob): boolean =>
  queueState === 'COMPLETED' || queueState === 'CANCELLED' || queueState === 'FAILED'
const mayAgain = (job: PrintJob): boolean =>
  isEnded(job) && job.enrollmentId !== null && job.printerId !== null

/** What can be done with a card depends on where it stands. */
const useRowActions = (open: (opened: Opened) => void) => {
  const text = useText('issuancePortal')
  const may = useMay()
  const { remove, change, goOn } = usePrintChanges()
  const run = (deed: () => Promise<unknown>) => () => {
    deed().catch(showFailure)
  }
  return (job: PrintJob): readonly MenuAction[] => {
    const action = (
      key: 'log' | 'answer' | 'move' | 'again' | 'cancel' | 'remove' | 'hold' | 'goOn',
      onSelect: () => void,
    ): MenuAction => ({ label: text(`issuancePortal:printing.${key}`), onSelect })
    const dialog = (Dialog: Opened['Dialog']) => () => open({ job, Dialog })
    const log = action('log', dialog(LogDialog))
    const again =
      mayAgain(job) && may(['ISSUANCE', 'ADD']) ? [action('again', dialog(ReprintDialog))] : []
    if (!may(['ISSUANCE', 'EDIT'])) return [...again, log]
    const taken = run(() => remove.mutateAsync(job.id))
    const holding = ({ id, batchId, held }: PrintJob) =>
      held
        ? action(
            'goOn',
            run(() => goOn.mutateAsync(batchId)),
          )
        : action(
            'hold',
            run(() => change.mutateAsync({ id, body: { action: 'HOLD' } })),
          )
    return [
      ...(job.queueState === 'UNKNOWN' ? [action('answer', dialog(AnswerDialog))] : []),
      ...(waits(job) ? [holding(job), action('move', dialog(MoveDialog))] : []),
      ...again,
      log,
      ...(waits(job) || job.queueState === 'STARTED' ? [action('cancel', taken)] : []),
      ...(isEnded(job) ? [action('remove', taken)] : []),
    ]
  }
}

const useFilters = () => {
  const text = useText('issuancePortal')
  const { data } = useQuery(printerNamesQuery)
  return useMemo(
    () => [
      {
        key: 'state',
        label: text('issuancePortal:printing.state'),
        options: optionsOf(queueStates, (value) =>
          text(`issuancePortal:printing.queueStates.${value}`),
        ),
      },
      {
        key: 'printer',
        label: text('issuancePortal:printing.printer'),
        options: (data ?? []).map(({ id, name }) => ({ value: id, label: name })),
      },
    ],
    [text, data],
  )
}

/** Every card on its way, and those that came out. */
const PrintQueuePage = () => {
  const text = useText('issuancePortal')
  const rowName = useRowName()
  const [opened, setOpened] = useState<Opened | null>(null)
  return (
    <>
      <ListPage<PrintJob>
        title={text('common:pages.printQueue')}
        query={printsQuery}
        columns={useColumns()}
        filters={useFilters()}
        {...{ rowId, rowName }}
        rowActions={useRowActions(setOpened)}
        empty={{
          title: text('issuancePortal:printing.empty'),
          text: text('issuancePortal:printing.emptyText'),
        }}
      />
      {opened !== null && (
        <opened.Dialog
          job={{ ...opened.job, title: rowName(opened.job) }}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

export default PrintQueuePage
