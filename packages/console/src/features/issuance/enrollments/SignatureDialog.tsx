import Box from '@mui/material/Box'
import { type PointerEvent, useRef, useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'

interface SignatureProps {
  /** Width by height; null: three to one. */
  readonly ratio: number | null
  readonly onTake: (dataUrl: string) => void
  readonly onClose: () => void
}

const widthPx = 900
const usualRatio = 3
const ink = '#10163a'

const placeOf = (event: PointerEvent<HTMLCanvasElement>) => {
  const canvas = event.currentTarget
  const { left, top, width, height } = canvas.getBoundingClientRect()
  return {
    x: ((event.clientX - left) / width) * canvas.width,
    y: ((event.clientY - top) / height) * canvas.height,
  }
}

/** Lines as a pen, a finger or a mouse draws them. */
const usePad = () => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isEmpty, setIsEmpty] = useState(true)
  const begin = (event: PointerEvent<HTMLCanvasElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId)
    const pen = event.currentTarget.getContext('2d')
    const { x, y } = placeOf(event)
    if (pen === null) return
    Object.assign(pen, { strokeStyle: ink, lineWidth: 5, lineCap: 'round', lineJoin: 'round' })
    pen.beginPath()
    pen.moveTo(x, y)
  }
  const draw = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (event.buttons !== 1) return
    const pen = event.currentTarget.getContext('2d')
    const { x, y } = placeOf(event)
    pen?.lineTo(x, y)
    pen?.stroke()
    setIsEmpty(false)
  }
  const clear = (): void => {
    const { current } = canvas
    current?.getContext('2d')?.clearRect(0, 0, current.width, current.height)
    setIsEmpty(true)
  }
  return { canvas, isEmpty, begin, draw, clear }
}

const look = {
  width: '100%',
  border: 1,
  borderColor: 'divider',
  bgcolor: 'common.white',
  cursor: 'crosshair',
  touchAction: 'none',
}

/** A pad to sign on. What is drawn has no background: the card shows through. */
export const SignatureDialog = ({ ratio, onTake, onClose }: SignatureProps) => {
  const text = useText('issuancePortal')
  const { canvas, isEmpty, begin, draw, clear } = usePad()
  const take = (): void => {
    const drawn = canvas.current?.toDataURL('image/png')
    if (drawn !== undefined) onTake(drawn)
    onClose()
  }
  const title = text('issuancePortal:enrollments.sign')
  const actions = (
    <>
      <Button onClick={clear}>{text('issuancePortal:enrollments.clear')}</Button>
      <Button kind="primary" isDisabled={isEmpty} onClick={take}>
        {text('issuancePortal:enrollments.useSignature')}
      </Button>
    </>
  )
  return (
    <Dialog isOpen width="md" {...{ title, actions, onClose }}>
      <Box
        component="canvas"
        ref={canvas}
        role="img"
        aria-label={text('issuancePortal:enrollments.pad')}
        width={widthPx}
        height={Math.round(widthPx / (ratio ?? usualRatio))}
        onPointerDown={begin}
        onPointerMove={draw}
        sx={look}
      />
    </Dialog>
  )
}
