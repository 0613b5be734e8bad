import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import type { Selection } from '../../../kit/list-types.ts'
import { useText } from '../../../lib/i18n.ts'
import { type BulkRun, cancelBulk, goOnBulk, tryBulk } from '../../../pickers/bulk/bulk-runs.ts'
import { useBulkResult } from '../../../pickers/bulk/use-bulk-result.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { countOf, takenBy } from './bulk-deeds.ts'

interface DeleteManyProps {
  readonly selection: Selection
  readonly onBegun: (run: BulkRun) => void
  readonly onClose: () => void
}

/** A dry run tells whom it takes, exactly; nothing is deleted by it. */
const useTried = (selection: Selection) => {
  const [once] = useState(() => crypto.randomUUID())
  return useQuery({
    queryKey: ['tried-deletion', once],
    queryFn: ({ signal }) => tryBulk('deleteusers', takenBy(selection), signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

interface WaitingProps {
  readonly title: string
  readonly error: unknown
  readonly onClose: () => void
}

const Waiting = ({ title, error, onClose }: WaitingProps) => {
  const text = useText('members')
  const actions = <Button onClick={onClose}>{text('common:actions.cancel')}</Button>
  return (
    <Dialog isOpen {...{ title, actions, onClose }}>
      {error === null ? (
        <Stack spacing={1.5}>
          <LinearProgress aria-label={title} />
          <span role="status">{text('members:many.counting')}</span>
        </Stack>
      ) : (
        <ErrorNotice error={error} />
      )}
    </Dialog>
  )
}

const Question = ({ run, onBegun, onClose }: Omit<DeleteManyProps, 'selection'> & Tried) => {
  const text = useText('members')
  const { follow } = useBulkResult()
  const isBegun = useRef(false)
  const { changed: count = 0, failed = 0 } = run.checked ?? {}
  const confirm = async (): Promise<void> => {
    const begun = await goOnBulk(run)
    isBegun.current = true
    onBegun(begun)
    // Where it cannot be followed, it stands among the operations.
    follow(begun, (done) => text('members:users.deletes.doneMany', { count: done })).catch(
      () => undefined,
    )
  }
  const close = (): void => {
    // What was tried and is not wanted does not wait among the operations.
    if (!isBegun.current) void cancelBulk(run).catch(() => undefined)
    onClose()
  }
  return (
    <ConfirmAction
      title={text('members:users.deletes.titleMany', { count })}
      confirmLabel={text('members:users.deletes.action')}
      {...(count === 0 ? {} : { typed: String(count) })}
      isDestructive
      isIncomplete={count === 0}
      onConfirm={confirm}
      onClose={close}
    >
      <Stack spacing={1.5}>
        <span>
          {count === 0
            ? text('members:many.noneDeleted')
            : text('members:users.deletes.textMany', { count })}
        </span>
        {count > 0 && failed > 0 && (
          <Notice severity="warning">{text('members:many.refusedToo', { failed })}</Notice>
        )}
      </Stack>
    </ConfirmAction>
  )
}

interface Tried {
  readonly run: BulkRun
}

/** Counts whom a deletion takes, wants that number typed, and has the server delete them. */
export const DeleteManyDialog = ({ selection, onBegun, onClose }: DeleteManyProps) => {
  const text = useText('members')
  const { data, error } = useTried(selection)
  const title = text('members:users.deletes.titleMany', { count: countOf(selection) })
  if (data === undefined) return <Waiting {...{ title, error, onClose }} />
  return <Question run={data} {...{ onBegun, onClose }} />
}
