import UploadFile from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { type BulkKindName, bulkKindOf } from '@signet/rules/bulk'
import { type DragEvent, useRef, useState } from 'react'
import { CallError } from '../../../lib/call-error.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useText } from '../../../lib/i18n.ts'
import { saveFile } from '../../../pickers/save-file.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { type Preview, uploadFile } from './bulk-operations.queries.ts'
import { useFileFault } from './file-fault.ts'

const zone = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 1.5,
  p: 4,
  border: '1px dashed',
  borderColor: 'divider',
  borderRadius: 1.5,
} as const

interface FileStepProps {
  readonly kind: BulkKindName
  readonly onRead: (preview: Preview) => void
}

const useUpload = ({ kind, onRead }: FileStepProps) => {
  const [percent, setPercent] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const send = async (file: File | undefined): Promise<void> => {
    if (file === undefined || percent !== null) return
    setError(null)
    setPercent(0)
    try {
      onRead(await uploadFile(kind, { file, onProgress: setPercent }))
    } catch (failure) {
      setError(failure)
    } finally {
      setPercent(null)
    }
  }
  return { percent, error, send }
}

const Fault = ({ error }: { readonly error: unknown }) => {
  const told = useFileFault()
  const [field] = error instanceof CallError ? error.faults : []
  const text = field === undefined ? null : told(field.message)
  return <Notice severity="error">{text ?? errorText(error)}</Notice>
}

const saveSample = (kind: BulkKindName): void => {
  const names = bulkKindOf(kind)
    .columns.map(({ name }) => name)
    .filter((name) => name !== 'id')
  saveFile(`${kind}-sample.csv`, 'text/csv;charset=utf-8', `\uFEFF${names.join(',')}\r\n`)
}

const Sent = ({ percent }: { readonly percent: number | null }) => {
  const text = useText('bulkImport')
  if (percent === null) return null
  return (
    <Box sx={{ width: '100%' }} role="status">
      <LinearProgress
        variant="determinate"
        value={percent}
        aria-label={text('bulkImport:operations.uploading', { percent })}
      />
    </Box>
  )
}

/** Takes a file by drop or by choice, and sends it. */
export const FileStep = (props: FileStepProps) => {
  const text = useText('bulkImport')
  const input = useRef<HTMLInputElement>(null)
  const { percent, error, send } = useUpload(props)
  const handleDrop = (event: DragEvent): void => {
    event.preventDefault()
    void send(event.dataTransfer.files[0])
  }
  return (
    <Section title={text(`bulkImport:operations.kind.${props.kind}`)}>
      {error !== null && <Fault error={error} />}
      <Box sx={zone} onDragOver={(event) => event.preventDefault()} onDrop={handleDrop}>
        <UploadFile aria-hidden color="primary" />
        <Typography variant="body2">{text('bulkImport:operations.drop')}</Typography>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={text('bulkImport:operations.pick')}
          accept=".csv,.tsv,.txt,.xlsx"
          onChange={(event) => void send(event.target.files?.[0])}
        />
        <Button kind="primary" isPending={percent !== null} onClick={() => input.current?.click()}>
          {text('bulkImport:operations.pick')}
        </Button>
        <Button kind="plain" onClick={() => saveSample(props.kind)}>
          {text('bulkImport:operations.sampleFile')}
        </Button>
        <Sent percent={percent} />
      </Box>
    </Section>
  )
}
