import MuiButton from '@mui/material/Button'
import type { ReactNode } from 'react'

interface ExternalButtonProps {
  readonly href: string
  readonly onClick?: () => void
  readonly children: ReactNode
}

/** Opens an address in a tab of its own, which knows nothing of this one. */
export const ExternalButton = ({ href, onClick, children }: ExternalButtonProps) => (
  <MuiButton
    variant="contained"
    color="primary"
    target="_blank"
    rel="noopener noreferrer"
    {...{ href, onClick }}
  >
    {children}
  </MuiButton>
)
