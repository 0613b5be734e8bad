import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

interface SidewaysProps {
  /** What is in it, for whoever does not see it. */
  readonly label: string
  readonly children: ReactNode
}

/** What is wider than its place moves sideways in it, by keyboard too; the page does not. */
export const Sideways = ({ label, children }: SidewaysProps) => (
  <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="group" aria-label={label}>
    {children}
  </Box>
)
