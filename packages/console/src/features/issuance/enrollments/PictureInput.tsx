import Draw from '@mui/icons-material/DrawOutlined'
import Upload from '@mui/icons-material/FileUploadOutlined'
import Camera from '@mui/icons-material/PhotoCameraOutlined'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { WorkflowField } from '@signet/card/enrolment/definition'
import { useId, useRef, useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { CameraDialog } from './CameraDialog.tsx'
import { CropDialog } from './CropDialog.tsx'
import { readPicture } from './picture-work.ts'
import { SignatureDialog } from './SignatureDialog.tsx'

type PictureField = Extract<WorkflowField, { kind: 'PHOTO' | 'SIGNATURE' }>

interface PictureProps {
  readonly field: PictureField
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (dataUrl: string) => void
}

interface FileProps {
  readonly label: string
  readonly onPicture: (picture: ImageBitmap) => void
  readonly onTrouble: () => void
}

const FileButton = ({ label, onPicture, onTrouble }: FileProps) => {
  const text = useText('issuancePortal')
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    try {
      onPicture(await readPicture(file))
    } catch {
      onTrouble()
    }
  }
  return (
    <>
      <Button icon={<Upload />} onClick={() => input.current?.click()}>
        {text('issuancePortal:enrollments.file')}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={text('issuancePortal:enrollments.fileOf', { name: label })}
        accept=".jpg,.jpeg,.png"
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </>
  )
}

const Shown = ({ value, label }: { readonly value: string; readonly label: string }) => (
  <Box
    component="img"
    alt={label}
    src={value}
    sx={{
      alignSelf: 'flex-start',
      maxWidth: 180,
      maxHeight: 180,
      border: 1,
      borderColor: 'divider',
      bgcolor: 'common.white',
    }}
  />
)

type Open = 'camera' | 'pad' | null

interface SourcesProps extends FileProps {
  readonly kind: PictureField['kind']
  readonly onOpen: (open: Open) => void
  /** Absent while there is nothing to take away. */
  readonly onRemove: (() => void) | null
}

const Sources = ({ kind, onOpen, onRemove, ...file }: SourcesProps) => {
  const text = useText('issuancePortal')
  return (
    <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
      {kind === 'PHOTO' ? (
        <Button icon={<Camera />} onClick={() => onOpen('camera')}>
          {text('issuancePortal:enrollments.camera')}
        </Button>
      ) : (
        <Button icon={<Draw />} onClick={() => onOpen('pad')}>
          {text('issuancePortal:enrollments.sign')}
        </Button>
      )}
      <FileButton {...file} />
      {onRemove !== null && (
        <Button kind="plain" onClick={onRemove}>
          {text('issuancePortal:enrollments.removePicture')}
        </Button>
      )}
    </Stack>
  )
}

interface DialogsProps extends Pick<PictureProps, 'field' | 'onChange'> {
  readonly open: Open
  readonly onOpen: (open: Open) => void
  readonly picture: ImageBitmap | null
  readonly onPicture: (picture: ImageBitmap | null) => void
}

const Dialogs = ({ field, onChange, open, onOpen, picture, onPicture }: DialogsProps) => {
  const { ratio, longestSidePx } = field
  const close = (): void => onOpen(null)
  if (picture !== null) {
    return (
      <CropDialog
        {...{ picture, ratio, longestSidePx }}
        onTake={onChange}
        onClose={() => onPicture(null)}
      />
    )
  }
  if (open === 'camera') return <CameraDialog onTake={onPicture} onClose={close} />
  return open === 'pad' && <SignatureDialog ratio={ratio} onTake={onChange} onClose={close} />
}

/** A photo by camera or file, cut to its frame; a signature by hand or from a file. */
export const PictureInput = ({ field, label, value, error, onChange }: PictureProps) => {
  const text = useText('issuancePortal')
  const id = useId()
  const [open, setOpen] = useState<Open>(null)
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [isUnreadable, setIsUnreadable] = useState(false)
  const fault = isUnreadable ? text('issuancePortal:enrollments.faults.NO_PICTURE') : error
  const begin = (read: ImageBitmap | null): void => {
    setIsUnreadable(false)
    setPicture(read)
  }
  return (
    <Stack role="group" aria-labelledby={id} spacing={1}>
      <Typography id={id} variant="body2" sx={{ fontWeight: 560 }}>
        {`${label}${field.mandatory ? ' *' : ''}`}
      </Typography>
      {value !== '' && <Shown value={value} label={label} />}
      <Sources
        {...{ label }}
        kind={field.kind}
        onOpen={setOpen}
        onPicture={begin}
        onTrouble={() => setIsUnreadable(true)}
        onRemove={value === '' ? null : () => onChange('')}
      />
      {fault !== undefined && (
        <Typography role="alert" variant="caption" color="error">
          {fault}
        </Typography>
      )}
      <Dialogs {...{ field, onChange, open, picture }} onOpen={setOpen} onPicture={begin} />
    </Stack>
  )
}
