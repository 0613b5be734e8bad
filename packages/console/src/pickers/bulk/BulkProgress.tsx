import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { ErrorNotice } from '../../kit/ErrorNotice.tsx'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { type BulkRun, bulkRunQuery, cancelBulk, isLive } from './bulk-runs.ts'

interface BulkProgressProps {
  readonly title: string
  readonly run: BulkRun
  readonly onClose: () => void
}

/** How far an operation has come; it goes on when this is closed. */
export const BulkProgress = ({ title, run, onClose }: BulkProgressProps) => {
  const text = useText('members')
  const progress = useText('bulkImport')
  const { data, error } = useQuery(bulkRunQuery(run))
  const stop = useMutation({ mutationFn: () => cancelBulk(run) })
  const close = useEffectEvent(onClose)
  const isAtWork = isLive(data)
  useEffect(() => {
    if (!isAtWork) close()
  }, [isAtWork])
  const actions = (
    <>
      <Button isPending={stop.isPending} onClick={() => stop.mutate()}>
        {text('members:many.stop')}
      </Button>
      <Button kind="primary" onClick={onClose}>
        {text('members:many.background')}
      </Button>
    </>
  )
  const { progressPercent: percent, done } = data
  const fault = error ?? stop.error
  return (
    <Dialog isOpen title={title} onClose={onClose} actions={actions}>
      <Stack spacing={1.5}>
        <LinearProgress variant="determinate" value={percent} aria-label={title} />
        <Typography variant="body2" role="status">
          {progress('bulkImport:operations.progress', { percent, rows: done.rows })}
        </Typography>
        <ErrorNotice error={fault} />
      </Stack>
    </Dialog>
  )
}
