import { type FormEvent, useEffect, useRef, useState } from 'react'
import { addFrom } from '../service/add.ts'
import { useSay } from '../texts/language.tsx'

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
interface WithDetector {
  readonly BarcodeDetector: new (options: { formats: readonly string[] }) => Detector
}
const canScan = (scope: object): scope is WithDetector => 'BarcodeDetector' in scope

interface ScannerProps {
  readonly onFound: (text: string) => void
}

/** The camera, until it has seen a QR code. */
const Scanner = ({ onFound }: ScannerProps) => {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const state = { isGone: false }
    const watch = async (): Promise<void> => {
      const element = video.current
      if (element === null || !canScan(window)) return
      const stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment' },
      })
      element.srcObject = stream
      await element.play()
      const detector = new window.BarcodeDetector({ formats: ['qr_code'] })
      while (!state.isGone) {
        const [found] = await detector.detect(element).catch(() => [])
        if (found !== undefined) {
          onFound(found.rawValue)
          break
        }
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
      for (const track of stream.getTracks()) track.stop()
    }
    watch().catch(() => {})
    return () => {
      state.isGone = true
    }
  }, [onFound])
  return <video ref={video} muted playsInline />
}

interface AddPageProps {
  /** A link that the app was opened with. */
  readonly first: string | null
  readonly onDone: () => void
}

const useAdding = (onDone: () => void) => {
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const add = async (text: string): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setFailed(false)
    try {
      await addFrom(text)
      onDone()
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, hasFailed, add }
}

const Camera = ({ onFound }: ScannerProps) => {
  const say = useSay()
  const [isScanning, setScanning] = useState(false)
  if (!canScan(window)) return null
  if (isScanning) return <Scanner onFound={onFound} />
  return (
    <button type="button" className="plain" onClick={() => setScanning(true)}>
      {say('authenticator.scan')}
    </button>
  )
}

/** Adds an account by QR code or link. */
export const AddPage = ({ first, onDone }: AddPageProps) => {
  const say = useSay()
  const [link, setLink] = useState(first ?? '')
  const { isBusy, hasFailed, add } = useAdding(onDone)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void add(link)
  }
  return (
    <form className="card" onSubmit={submit}>
      <h2>{say('authenticator.add')}</h2>
      <Camera onFound={(text) => void add(text)} />
      <label>
        {say('authenticator.link')}
        <input
          value={link}
          onChange={(event) => setLink(event.target.value)}
          autoComplete="off"
          aria-describedby="link-hint"
        />
      </label>
      <p className="quiet" id="link-hint">
        {say('authenticator.linkHint')}
      </p>
      {hasFailed ? <p role="alert">{say('authenticator.failed')}</p> : null}
      <button type="submit" disabled={link === '' || isBusy}>
        {say('authenticator.submit')}
      </button>
      <button type="button" className="plain" onClick={onDone}>
        {say('authenticator.cancel')}
      </button>
    </form>
  )
}
