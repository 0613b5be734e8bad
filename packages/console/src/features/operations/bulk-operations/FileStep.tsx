import UploadFile from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { type BulkKindName, bulkKindOf } from '@signet/rules/bulk'
import { type DragEvent, useRef, useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { MailHint } from '../../../pickers/mail-state/MailHint.tsx'
import { saveFile } from '../../../pickers/save-file.ts'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Page.tsx'
import { type Preview, readPreview, uploadFile } from './bulk-operations.queries.ts'
import { FileFaultNotice } from './FileFaultNotice.tsx'
import { isTold, OnceFields } from './OnceFields.tsx'
import { filedNames } from './once.queries.ts'
import type { Told } from './once-props.ts'
import { ReadAsFields } from './ReadAsFields.tsx'

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
  const [told, setTold] = useState<Told>({})
  /** Of a file that has arrived and could not be read. */
  const [sentId, setSentId] = useState<string | null>(null)
  const isReady = isTold(kind, told)
  const send = async (file: File | undefined): Promise<void> => {
    if (file === undefined || percent !== null || !isReady) return
    setError(null)
    setSentId(null)
    setPercent(0)
    try {
      const id = await uploadFile(kind, { file, told, onProgress: setPercent })
      setSentId(id)
      onRead(await readPreview(kind, id))
    } catch (failure) {
      setError(failure)
    } finally {
      setPercent(null)
    }
  }
  return { percent, error, setError, send, told, setTold, isReady, sentId }
}

const saveSample = async (kind: BulkKindName, { design = '' }: Told): Promise<void> => {
  const { columns, ownColumns } = bulkKindOf(kind)
  const known = columns
    .filter(({ name, once }) => name !== 'id' && once !== true)
    .map(({ name }) => name)
  const names = ownColumns === 'FIELDS' ? [...(await filedNames(design)), ...known] : known
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

type Upload = ReturnType<typeof useUpload>

interface ZoneProps {
  readonly kind: BulkKindName
  readonly upload: Upload
}

/** Where a file is dropped or chosen, once all is told that is told before it. */
const Zone = ({ kind, upload: { percent, setError, send, told, isReady } }: ZoneProps) => {
  const text = useText('bulkImport')
  const input = useRef<HTMLInputElement>(null)
  const handleDrop = (event: DragEvent): void => {
    event.preventDefault()
    void send(event.dataTransfer.files[0])
  }
  const busy = { isPending: percent !== null, isDisabled: !isReady }
  return (
    <Box sx={zone} onDragOver={(event) => event.preventDefault()} onDrop={handleDrop}>
      <UploadFile aria-hidden color="primary" />
      <Typography variant="body2">
        {text(`bulkImport:operations.${isReady ? 'drop' : 'dropLater'}`)}
      </Typography>
      <input
        ref={input}
        type="file"
        hidden
        disabled={!isReady}
        aria-label={text('bulkImport:operations.pick')}
        accept=".csv,.tsv,.txt,.xlsx,.ldif,.ldf,.json,.jsonl,.ndjson"
        onChange={(event) => void send(event.target.files?.[0])}
      />
      <Button kind="primary" {...busy} onClick={() => input.current?.click()}>
        {text('bulkImport:operations.pick')}
      </Button>
      <Button
        kind="plain"
        isDisabled={!isReady}
        onClick={() => void saveSample(kind, told).catch(setError)}
      >
        {text('bulkImport:operations.sampleFile')}
      </Button>
      <Sent percent={percent} />
    </Box>
  )
}

/** Takes a file by drop or by choice, and sends it. */
export const FileStep = (props: FileStepProps) => {
  const text = useText('bulkImport')
  const upload = useUpload(props)
  const { error, setError, told, setTold, sentId } = upload
  return (
    <Section title={text(`bulkImport:operations.kind.${props.kind}`)}>
      {error !== null && <FileFaultNotice error={error} />}
      {error !== null && sentId !== null && (
        <ReadAsFields
          kind={props.kind}
          id={sentId}
          format={null}
          encoding={null}
          onRead={props.onRead}
          onFailed={setError}
        />
      )}
      {props.kind === 'resetpasswords' && <MailHint about="mails" />}
      <OnceFields kind={props.kind} told={told} onChange={setTold} />
      <Zone kind={props.kind} upload={upload} />
    </Section>
  )
}
