import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { BulkState } from '@signet/rules/bulk'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { SaidError } from '../../../lib/said-error.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { deletionOf, severityOfState } from './bulk-kinds.ts'
import {
  downloadResult,
  isLive,
  type Operation,
  useBulkChanges,
} from './bulk-operations.queries.ts'
import { useFileFault } from './file-fault.ts'
import { InviteImported } from './InviteImported.tsx'
import { UndoButton } from './UndoButton.tsx'

const pauseReasons = [
  'ERROR',
  'GRANT_EXPIRED',
  'LENDER_GONE',
  'LENDER_LOCKED',
  'ROLES_CHANGED',
] as const

const Reason = ({ operation }: { readonly operation: Operation }) => {
  const text = useText('bulkImport')
  const told = useFileFault()
  const { reason, reasonLine, reasonColumn, state } = operation
  if (reason === null) return null
  const pause = pauseReasons.find((each) => each === reason)
  if (state === 'PAUSED' && pause !== undefined) {
    const why = text(`bulkImport:operations.pauseReason.${pause}`)
    return (
      <Notice severity="warning">{text('bulkImport:operations.paused', { reason: why })}</Notice>
    )
  }
  const line = reasonLine === null ? '' : ` line ${reasonLine}`
  const column = reasonColumn === null ? '' : ` column ${reasonColumn}`
  const fault = `${reason}${line}${column}`
  return <ErrorNotice error={new SaidError(told(fault) ?? text('common:states.failed'))} />
}

const Progress = ({ operation }: { readonly operation: Operation }) => {
  const text = useText('bulkImport')
  const { progressPercent: percent, done } = operation
  return (
    <Stack spacing={0.75} role="status">
      <LinearProgress
        variant="determinate"
        value={percent}
        aria-label={text('bulkImport:operations.columns.progress')}
      />
      <Typography variant="body2">
        {text('bulkImport:operations.progress', { percent, rows: done.rows })}
      </Typography>
    </Stack>
  )
}

const cancellable: readonly BulkState[] = [
  'UPLOADED',
  'CHECKING',
  'CHECKED',
  'RUNNING',
  'PAUSED',
  'INITIALISED',
]
const finished: readonly BulkState[] = ['COMPLETED', 'CANCELLED', 'FAILED']

type Question = 'cancel' | 'delete' | 'start'

interface QuestionsProps {
  readonly operation: Operation
  readonly asked: Question
  readonly onClose: () => void
  readonly onRemoved: () => void
}

const Questions = ({ operation, asked, onClose, onRemoved }: QuestionsProps) => {
  const text = useText('bulkImport')
  const { cancel, remove, start } = useBulkChanges(operation.kind)
  const { id } = operation
  const count = operation.checked?.changed ?? operation.done.rows
  const deletion = deletionOf(operation.kind)
  if (asked === 'start' && deletion !== null) {
    return (
      <ConfirmAction
        title={text(`bulkImport:operations.startTitleOf.${deletion}`, { count })}
        confirmLabel={text('bulkImport:operations.start')}
        typed={String(count)}
        isDestructive
        onConfirm={() => start.mutateAsync({ id, dryRun: false })}
        onClose={onClose}
      >
        {text('bulkImport:operations.startDelete')}
      </ConfirmAction>
    )
  }
  if (asked === 'start') return null
  const deed = asked === 'cancel' ? cancel : remove
  const confirm = async (): Promise<void> => {
    await deed.mutateAsync(id)
    if (asked === 'delete') onRemoved()
  }
  return (
    <ConfirmAction
      title={text(`bulkImport:operations.${asked}Title`)}
      confirmLabel={text(`bulkImport:operations.${asked}`)}
      isDestructive
      onConfirm={confirm}
      onClose={onClose}
    >
      {text(`bulkImport:operations.${asked}Text`)}
    </ConfirmAction>
  )
}

interface ActionsProps {
  readonly operation: Operation
  readonly ask: (question: Question) => void
}

/** A deletion begins only after a dry run has counted whom it takes. */
const BeginButtons = ({ operation, ask }: ActionsProps) => {
  const text = useText('bulkImport')
  const { start } = useBulkChanges(operation.kind)
  const { id, state, kind } = operation
  const isChecked = state === 'CHECKED'
  const isDeletion = deletionOf(kind) !== null
  const takesNothing = isDeletion && operation.checked?.changed === 0
  if (state !== 'UPLOADED' && !isChecked) return null
  const begin = (dryRun: boolean): void => start.mutate({ id, dryRun })
  return (
    <>
      <Button
        kind={isChecked ? 'secondary' : 'primary'}
        isPending={start.isPending}
        onClick={() => begin(true)}
      >
        {text('bulkImport:operations.check')}
      </Button>
      {(isChecked || !isDeletion) && !takesNothing && (
        <Button
          kind={isChecked ? 'primary' : 'secondary'}
          onClick={() => (isDeletion ? ask('start') : begin(false))}
        >
          {text('bulkImport:operations.start')}
        </Button>
      )}
      <ErrorNotice error={start.error} />
    </>
  )
}

const DownloadButton = ({ operation }: { readonly operation: Operation }) => {
  const text = useText('bulkImport')
  const [error, setError] = useState<unknown>(null)
  const download = async (): Promise<void> => {
    setError(null)
    await downloadResult(operation)
    showMessage(text('bulkImport:operations.saved'))
  }
  return (
    <>
      <Button onClick={() => void download().catch(setError)}>
        {text('bulkImport:operations.download')}
      </Button>
      <ErrorNotice error={error} />
    </>
  )
}

const Actions = ({ operation, ask }: ActionsProps) => {
  const text = useText('bulkImport')
  const { renew } = useBulkChanges(operation.kind)
  const { id, state } = operation
  const isFinished = finished.includes(state)
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
      <BeginButtons operation={operation} ask={ask} />
      {state === 'PAUSED' && (
        <Button kind="primary" isPending={renew.isPending} onClick={() => renew.mutate(id)}>
          {text('bulkImport:operations.renew')}
        </Button>
      )}
      {operation.reversible && <UndoButton operation={operation} />}
      {(isFinished || state === 'CHECKED') && <DownloadButton operation={operation} />}
      {cancellable.includes(state) && (
        <Button onClick={() => ask('cancel')}>{text('bulkImport:operations.cancel')}</Button>
      )}
      {isFinished && <InviteImported operation={operation} />}
      {isFinished && (
        <Button onClick={() => ask('delete')}>{text('bulkImport:operations.delete')}</Button>
      )}
    </Stack>
  )
}

/** What became of the rows, or would. */
const Counts = ({ operation }: { readonly operation: Operation }) => {
  const text = useText('bulkImport')
  const { state, checked, done } = operation
  const tried = state === 'CHECKED' ? checked : null
  const counts = { ...(tried ?? done) }
  if (counts.rows === 0) return null
  return (
    <Typography variant="body2">
      {tried === null
        ? text('bulkImport:operations.counts', counts)
        : text('bulkImport:operations.wouldCounts', counts)}
    </Typography>
  )
}

interface StatusPartProps {
  readonly operation: Operation
  readonly onRemoved: () => void
}

/** How an operation stands, and what can be done with it now. */
export const StatusPart = ({ operation, onRemoved }: StatusPartProps) => {
  const text = useText('bulkImport')
  const [asked, setAsked] = useState<Question | null>(null)
  const { state } = operation
  return (
    <Section
      title={text('bulkImport:operations.status')}
      actions={
        <Tag
          label={text(`bulkImport:operations.state.${state}`)}
          severity={severityOfState(state)}
        />
      }
    >
      <Stack spacing={2}>
        {state === 'UPLOADED' && (
          <Typography variant="body2">{text('bulkImport:operations.checkText')}</Typography>
        )}
        <Reason operation={operation} />
        {isLive(operation) && <Progress operation={operation} />}
        <Counts operation={operation} />
        <Actions operation={operation} ask={setAsked} />
      </Stack>
      {asked !== null && (
        <Questions
          operation={operation}
          asked={asked}
          onClose={() => setAsked(null)}
          onRemoved={onRemoved}
        />
      )}
    </Section>
  )
}
