import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import {
  type Crop,
  cutPicture,
  type Framed,
  firstCrop,
  moved,
  paint,
  partOf,
  zoomed,
} from './picture-work.ts'

interface CropProps {
  readonly picture: ImageBitmap
  /** Width by height; null: the picture’s own. */
  readonly ratio: number | null
  readonly longestSidePx: number
  readonly onTake: (dataUrl: string) => void
  readonly onClose: () => void
}

const frameHeight = 320
const step = 0.02
const arrows: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
}

interface FrameProps {
  readonly picture: ImageBitmap
  readonly ratio: number
  readonly crop: Crop
  readonly onCrop: (crop: Crop) => void
}

const closerBy: Readonly<Record<string, number>> = { '+': 1.1, '-': 1 / 1.1 }

/** Where the frame goes by a key; null for a key that does something else. */
const cropByKey = (framed: Framed, crop: Crop, key: string): Crop | null => {
  const by = arrows[key]
  if (by !== undefined) return moved(framed, crop, by)
  const times = closerBy[key]
  return times === undefined ? null : zoomed(framed, crop, times)
}

/** The frame stays where it is, the picture goes with the pointer. */
const cropByPointer = (framed: Framed, crop: Crop, event: PointerEvent): Crop => {
  const { width, height } = event.currentTarget.getBoundingClientRect()
  const { picture, ratio } = framed
  const part = partOf(picture, ratio, crop)
  return moved(framed, crop, {
    x: ((-event.movementX / width) * part.width) / picture.width,
    y: ((-event.movementY / height) * part.height) / picture.height,
  })
}

const look = {
  maxWidth: '100%',
  border: 1,
  borderColor: 'divider',
  cursor: 'move',
  touchAction: 'none',
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
}

/** The picture behind its frame: dragged, or moved by arrow keys, closer by plus and minus. */
const Frame = ({ picture, ratio, crop, onCrop }: FrameProps) => {
  const text = useText('issuancePortal')
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current !== null) paint(canvas.current, picture, partOf(picture, ratio, crop))
  }, [picture, ratio, crop])
  const handleKey = (event: KeyboardEvent): void => {
    const next = cropByKey({ picture, ratio }, crop, event.key)
    if (next === null) return
    event.preventDefault()
    onCrop(next)
  }
  const handleMove = (event: PointerEvent): void => {
    if (event.buttons === 1) onCrop(cropByPointer({ picture, ratio }, crop, event))
  }
  return (
    <Box
      component="canvas"
      ref={canvas}
      role="application"
      tabIndex={0}
      aria-label={text('issuancePortal:enrollments.cropHint')}
      width={Math.round(frameHeight * ratio)}
      height={frameHeight}
      onKeyDown={handleKey}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={handleMove}
      sx={look}
    />
  )
}

const Zoom = ({ onZoom }: { readonly onZoom: (times: number) => void }) => {
  const text = useText('issuancePortal')
  return (
    <Stack direction="row" spacing={1}>
      <Button onClick={() => onZoom(1.25)}>{text('issuancePortal:enrollments.closer')}</Button>
      <Button onClick={() => onZoom(0.8)}>{text('issuancePortal:enrollments.further')}</Button>
    </Stack>
  )
}

/** Chooses the part of a picture that stands on the card. */
export const CropDialog = ({ picture, ratio, longestSidePx, onTake, onClose }: CropProps) => {
  const text = useText('issuancePortal')
  const [crop, setCrop] = useState(firstCrop)
  const framed = { picture, ratio: ratio ?? picture.width / picture.height }
  const take = (): void => {
    onTake(cutPicture(picture, partOf(picture, framed.ratio, crop), longestSidePx))
    onClose()
  }
  const actions = (
    <>
      <Button onClick={onClose}>{text('common:actions.cancel')}</Button>
      <Button kind="primary" onClick={take}>
        {text('issuancePortal:enrollments.usePicture')}
      </Button>
    </>
  )
  return (
    <Dialog isOpen title={text('issuancePortal:enrollments.crop')} {...{ actions, onClose }}>
      <Stack spacing={1.5} sx={{ alignItems: 'center' }}>
        <Frame {...framed} crop={crop} onCrop={setCrop} />
        <Zoom onZoom={(times) => setCrop(zoomed(framed, crop, times))} />
      </Stack>
    </Dialog>
  )
}
