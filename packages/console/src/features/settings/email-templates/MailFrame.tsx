import Box from '@mui/material/Box'
import { useEffect, useRef, useState } from 'react'

type Scheme = 'light' | 'dark'

interface MailFrameProps {
  readonly html: string
  readonly title: string
  readonly scheme: Scheme
  readonly widthPx: number | null
}

/** The mail as a reader with this scheme sees it, whatever the visitor's own is. */
const inScheme = (html: string, scheme: Scheme): string =>
  html
    .replaceAll('(prefers-color-scheme: dark)', scheme === 'dark' ? 'all' : 'not all')
    .replaceAll(/color-scheme(:|" content=") ?"?light dark/g, `color-scheme$1${scheme}`)

/** Shows a mail in a page of no origin, which asks for it when it is ready. */
export const MailFrame = ({ html, title, scheme, widthPx }: MailFrameProps) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent): void => {
      if (source === frame.current?.contentWindow && data === 'ready') setIsReady(true)
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [])
  useEffect(() => {
    // The frame has no origin to name; what it is sent is a mail with examples for values.
    if (isReady) frame.current?.contentWindow?.postMessage(inScheme(html, scheme), '*')
  }, [isReady, html, scheme])
  return (
    <Box sx={{ bgcolor: 'surface.sunken', borderRadius: 1, p: 1.5, overflow: 'auto' }}>
      <Box
        component="iframe"
        ref={frame}
        src="/mail-frame"
        sandbox="allow-scripts"
        title={title}
        sx={{
          display: 'block',
          mx: 'auto',
          width: widthPx ?? '100%',
          height: 620,
          border: 0,
          borderRadius: 1,
          bgcolor: '#ffffff',
        }}
      />
    </Box>
  )
}
