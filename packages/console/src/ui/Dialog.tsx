import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import MuiDialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { type FormEvent, type ReactNode, useId } from 'react'
import { useLabels } from './labels.tsx'

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  /** Without it the dialog can only be left by its actions. */
  readonly onClose?: (() => void) | undefined
  readonly children: ReactNode
  readonly actions?: ReactNode
  readonly width?: 'xs' | 'sm' | 'md'
  /** Interrupts: read out at once. */
  readonly isAlert?: boolean
  /** Wraps content and actions in a form. */
  readonly onSubmit?: () => void
}

const column = { display: 'flex', flexDirection: 'column', minHeight: 0 } as const
const corner = { position: 'absolute', right: 14, top: 14 } as const

const CloseButton = ({ onClose }: { readonly onClose: () => void }) => {
  const { close } = useLabels()
  return (
    <IconButton aria-label={close} onClick={onClose} sx={corner}>
      <Close fontSize="small" />
    </IconButton>
  )
}

const formOf = (onSubmit: (() => void) | undefined) =>
  onSubmit === undefined
    ? {}
    : ({
        component: 'form',
        noValidate: true,
        onSubmit: (event: FormEvent) => {
          event.preventDefault()
          onSubmit()
        },
      } as const)

/** Asks or shows one thing. Focus goes in, stays in, and returns when it closes. */
export const Dialog = (props: DialogProps) => {
  const { title, isOpen, onClose, children, actions, isAlert = false } = props
  const titleId = useId()
  return (
    <MuiDialog
      open={isOpen}
      onClose={() => onClose?.()}
      maxWidth={props.width ?? 'xs'}
      fullWidth
      aria-labelledby={titleId}
      role={isAlert ? 'alertdialog' : 'dialog'}
    >
      <DialogTitle id={titleId} component="h2" sx={{ pr: 7 }}>
        {title}
      </DialogTitle>
      {onClose !== undefined && <CloseButton onClose={onClose} />}
      <Box {...formOf(props.onSubmit)} sx={column}>
        <DialogContent sx={{ pt: '4px !important' }}>{children}</DialogContent>
        {actions !== undefined && <DialogActions>{actions}</DialogActions>}
      </Box>
    </MuiDialog>
  )
}
