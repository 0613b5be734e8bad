import Box from '@mui/material/Box'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'

interface CameraProps {
  readonly onTake: (picture: ImageBitmap) => void
  readonly onClose: () => void
}

type Trouble = 'REFUSED' | 'NONE' | 'FAILED'

const troubleOf = (error: unknown): Trouble => {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') return 'REFUSED'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'NONE' : 'FAILED'
}

const wanted = { video: { width: { ideal: 1280 }, height: { ideal: 960 } }, audio: false }

/** The camera for as long as the dialog is open: it is let go at once afterwards. */
const useCamera = () => {
  const video = useRef<HTMLVideoElement>(null)
  const [isReady, setIsReady] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  useEffect(() => {
    let isClosed = false
    let stream: MediaStream | null = null
    const stop = (): void => stream?.getTracks().forEach((track) => track.stop())
    const open = async (): Promise<void> => {
      // Absent where the page does not come over TLS.
      const devices: MediaDevices | undefined = navigator.mediaDevices
      if (devices === undefined) throw new DOMException('no camera', 'NotFoundError')
      stream = await devices.getUserMedia(wanted)
      if (isClosed) stop()
      else if (video.current !== null) video.current.srcObject = stream
    }
    open().catch((error: unknown) => {
      if (!isClosed) setTrouble(troubleOf(error))
    })
    return () => {
      isClosed = true
      stop()
    }
  }, [])
  return { video, isReady, onReady: () => setIsReady(true), trouble }
}

const look = { width: '100%', maxHeight: '60vh', bgcolor: 'common.black' }

/** Takes a photo with a camera of this device. */
export const CameraDialog = ({ onTake, onClose }: CameraProps) => {
  const text = useText('issuancePortal')
  const { video, isReady, onReady, trouble } = useCamera()
  const take = async (): Promise<void> => {
    if (video.current === null) return
    const picture = await createImageBitmap(video.current)
    onClose()
    onTake(picture)
  }
  const actions = (
    <>
      <Button onClick={onClose}>{text('common:actions.cancel')}</Button>
      <Button kind="primary" isDisabled={!isReady} onClick={() => void take()}>
        {text('issuancePortal:enrollments.takePhoto')}
      </Button>
    </>
  )
  const told = trouble !== null && text(`issuancePortal:enrollments.cameraTrouble.${trouble}`)
  return (
    <Dialog isOpen title={text('issuancePortal:enrollments.camera')} {...{ actions, onClose }}>
      {told === false ? (
        <Box
          component="video"
          ref={video}
          autoPlay
          muted
          playsInline
          aria-label={text('issuancePortal:enrollments.cameraPicture')}
          onLoadedData={onReady}
          sx={look}
        />
      ) : (
        <Notice severity="warning">{told}</Notice>
      )}
    </Dialog>
  )
}
