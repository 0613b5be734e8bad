import BugReport from '@mui/icons-material/BugReportOutlined'
import CloudOff from '@mui/icons-material/CloudOffOutlined'
import Box from '@mui/material/Box'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { isChunkFailure } from '../lib/chunk.ts'
import { useText } from '../lib/i18n.ts'
import { reloadPage } from '../lib/leave.ts'
import { Button } from '../ui/Button.tsx'
import { CentredState, WholePage } from '../ui/States.tsx'

const stackStyle = {
  mt: 2,
  p: 1.5,
  maxHeight: 240,
  overflow: 'auto',
  textAlign: 'left',
  fontSize: '0.75rem',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  bgcolor: 'surface.sunken',
  borderRadius: 1,
} as const

/** A part of the page that did not come: no fault to report, and refreshing may help. */
const MissingPart = () => {
  const text = useText()
  return (
    <CentredState
      role="alert"
      icon={<CloudOff />}
      title={text('common:states.failed')}
      actions={
        <Button kind="primary" onClick={reloadPage}>
          {text('common:notices.refresh')}
        </Button>
      }
    >
      {text('common:notices.unreachable')}
    </CentredState>
  )
}

/** An error of the application itself: what happened, and a way to begin anew. */
const CrashPage = ({ error }: { readonly error: Error }) => {
  const text = useText()
  return (
    <CentredState
      role="alert"
      icon={<BugReport />}
      title={text('common:crash.title')}
      actions={
        <Button kind="primary" onClick={reloadPage}>
          {text('common:notices.refresh')}
        </Button>
      }
    >
      {text('common:crash.text')}
      <Box component="pre" tabIndex={0} sx={stackStyle} aria-label={text('common:crash.stack')}>
        {error.stack ?? error.message}
      </Box>
    </CentredState>
  )
}

interface CrashBoundaryProps {
  readonly children: ReactNode
  /** Another value begins anew: the address, so that leaving a broken screen helps. */
  readonly resetKey?: string
  readonly onCrash: (error: Error, componentStack: string) => void
}

interface CrashState {
  readonly error: Error | null
  readonly resetKey: string | undefined
}

/** Catches what a screen throws while it is drawn, and reports it. */
export class CrashBoundary extends Component<CrashBoundaryProps, CrashState> {
  override state: CrashState = { error: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<CrashState> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps(props: CrashBoundaryProps, state: CrashState): CrashState {
    return props.resetKey === state.resetKey ? state : { error: null, resetKey: props.resetKey }
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    if (!isChunkFailure(error)) this.props.onCrash(error, componentStack ?? '')
  }

  override render(): ReactNode {
    const { error } = this.state
    return error === null ? (
      this.props.children
    ) : (
      <WholePage value>
        {isChunkFailure(error) ? <MissingPart /> : <CrashPage error={error} />}
      </WholePage>
    )
  }
}
