import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ListRequest } from '../../../kit/list-state.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { saveFile } from '../../../pickers/save-file.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { auditCsv } from './audit-csv.ts'
import { mostExported, readAllEvents } from './audit-events.queries.ts'
import { filterOf } from './audit-filter.ts'

interface ExportDialogProps {
  readonly request: ListRequest
  readonly onClose: () => void
}

/** Reads the report, saves it, closes; stops when the dialog is left. */
const useExport = ({ request, onClose }: ExportDialogProps) => {
  const text = useText('dashboard')
  const [count, setCount] = useState(0)
  const [error, setError] = useState<unknown>(null)
  const run = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    const { events, isComplete } = await readAllEvents(filterOf(request), {
      signal,
      onProgress: setCount,
    })
    saveFile('audit-report.csv', 'text/csv;charset=utf-8', auditCsv(events))
    const most = mostExported
    showMessage(
      isComplete
        ? text('dashboard:audit.export.done', { count: events.length })
        : text('dashboard:audit.export.limited', { most }),
      { icon: isComplete ? 'success' : 'warning' },
    )
    onClose()
  })
  useEffect(() => {
    const stopper = new AbortController()
    run(stopper.signal).catch((failure: unknown) => {
      if (!stopper.signal.aborted) setError(failure)
    })
    return () => stopper.abort()
  }, [])
  return { count, error }
}

/** Exports what the report shows with its present filters. */
export const ExportDialog = (props: ExportDialogProps) => {
  const text = useText('dashboard')
  const { count, error } = useExport(props)
  return (
    <Dialog
      isOpen
      title={text('dashboard:audit.export.title')}
      onClose={props.onClose}
      actions={<Button onClick={props.onClose}>{text('dashboard:audit.export.cancel')}</Button>}
    >
      {error === null ? (
        <Stack spacing={1.5}>
          <LinearProgress aria-label={text('dashboard:audit.export.title')} />
          <Typography variant="body2" role="status">
            {text('dashboard:audit.export.progress', { count })}
          </Typography>
        </Stack>
      ) : (
        <Notice severity="error" title={text('dashboard:audit.export.failed')}>
          {errorText(error)}
        </Notice>
      )}
    </Dialog>
  )
}
