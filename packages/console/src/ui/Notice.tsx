import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import Close from '@mui/icons-material/Close'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import Info from '@mui/icons-material/InfoOutlined'
import Warning from '@mui/icons-material/WarningAmberOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { ReactNode } from 'react'
import { useLabels } from './labels.tsx'

interface NoticeProps {
  readonly severity: 'info' | 'success' | 'warning' | 'error'
  readonly title?: string
  readonly children: ReactNode
  readonly action?: ReactNode
  readonly onClose?: (() => void) | undefined
  /** On one line, where the screen is wide enough to read it there. */
  readonly isLine?: boolean
}

const icons = { info: Info, success: CheckCircle, warning: Warning, error: ErrorIcon } as const
const box = { display: 'flex', gap: 1.25, px: 1.75, py: 1, borderRadius: 1, fontSize: '0.8125rem' }

/** Cut off at the end of its line, if it must be; small screens show all of it. */
const line = { whiteSpace: { md: 'nowrap' }, overflow: { md: 'hidden' }, textOverflow: 'ellipsis' }

/** A message that stays in the page until it is closed or settled. */
export const Notice = (props: NoticeProps) => {
  const { severity, title, children, action, onClose, isLine = false } = props
  const { close } = useLabels()
  const Icon = icons[severity]
  return (
    <Box role="alert" sx={{ ...box, bgcolor: `soft.${severity}`, ...(isLine && { py: 0.5 }) }}>
      <Icon aria-hidden sx={{ fontSize: 19, mt: 0.125, color: `${severity}.main` }} />
      <Box
        title={isLine && typeof children === 'string' ? children : undefined}
        sx={{ flexGrow: 1, minWidth: 0, alignSelf: 'center', ...(isLine && line) }}
      >
        {title !== undefined && <Box sx={{ fontWeight: 620 }}>{title}</Box>}
        {children}
      </Box>
      {action}
      {onClose !== undefined && (
        <IconButton aria-label={close} onClick={onClose} sx={{ p: 0.25, alignSelf: 'flex-start' }}>
          <Close sx={{ fontSize: 17 }} />
        </IconButton>
      )}
    </Box>
  )
}
