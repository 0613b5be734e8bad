import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import Box from '@mui/material/Box'
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
}

/** What could not be loaded, why, and a way to try again. */
export const ErrorState = ({ title, message, detail, onRetry }: ErrorStateProps) => {
  const { retry } = useLabels()
  return (
    <CentredState
      role="alert"
      icon={<ErrorIcon />}
      title={title}
      actions={onRetry && <Button onClick={onRetry}>{retry}</Button>}
    >
      {message}
      {detail !== undefined && (
        <Box sx={{ mt: 1 }}>
          <CopyText text={detail} />
        </Box>
      )}
    </CentredState>
  )
}
