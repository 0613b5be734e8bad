import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { CopyText } from './CopyText.tsx'
import { useLabels } from './labels.tsx'
import { CentredState } from './States.tsx'

interface ErrorStateProps {
  readonly title: string
  readonly message: string
  /** Code and request id, for whoever asks the support. */
  readonly detail?: string | undefined
  readonly onRetry?: (() => void) | undefined
  /** Another way on than to try again. */
  readonly actions?: ReactNode
}

/** What could not be loaded, why, and a way to try again. */
export const ErrorState = ({ title, message, detail, onRetry, actions }: ErrorStateProps) => {
  const { retry } = useLabels()
  return (
    <CentredState
      role="alert"
      icon={<ErrorIcon />}
      title={title}
      actions={onRetry === undefined ? actions : <Button onClick={onRetry}>{retry}</Button>}
    >
      {message}
      {detail !== undefined && (
        <Box sx={{ mt: 1, '& code': { whiteSpace: 'normal', overflowWrap: 'anywhere' } }}>
          <CopyText text={detail} />
        </Box>
      )}
    </CentredState>
  )
}
