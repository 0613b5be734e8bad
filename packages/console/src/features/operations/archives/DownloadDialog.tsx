import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useEffect, useEffectEvent, useState } from 'react'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMonthName } from '../../../pickers/use-month-name.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { type Archive, saveArchive } from './archives.queries.ts'

interface DownloadDialogProps {
  readonly archive: Archive
  readonly onClose: () => void
}

/** Reads the file, saves it, closes; stops when the dialog is left. */
const useDownload = ({ archive, onClose }: DownloadDialogProps) => {
  const text = useText('dashboard')
  const nameOf = useMonthName()
  const [error, setError] = useState<unknown>(null)
  const run = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    await saveArchive(archive, signal)
    showMessage(text('dashboard:archives.downloaded', { month: nameOf(archive.month) }))
    onClose()
  })
  useEffect(() => {
    const stopper = new AbortController()
    run(stopper.signal).catch((failure: unknown) => {
      if (!stopper.signal.aborted) setError(failure)
    })
    return () => stopper.abort()
  }, [])
  return error
}

export const DownloadDialog = (props: DownloadDialogProps) => {
  const text = useText('dashboard')
  const { fileSize } = useFormats()
  const error = useDownload(props)
  return (
    <Dialog
      isOpen
      title={text('dashboard:archives.downloadTitle')}
      onClose={props.onClose}
      actions={
        <Button onClick={props.onClose}>
          {text(error === null ? 'dashboard:archives.stop' : 'common:actions.close')}
        </Button>
      }
    >
      {error === null ? (
        <Stack spacing={1.5}>
          <LinearProgress aria-label={text('dashboard:archives.downloadTitle')} />
          <Typography variant="body2" role="status">
            {text('dashboard:archives.downloading', { size: fileSize(props.archive.bytes) })}
          </Typography>
        </Stack>
      ) : (
        <ErrorNotice error={error} title={text('dashboard:archives.downloadFailed')} />
      )}
    </Dialog>
  )
}
