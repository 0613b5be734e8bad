import Box from '@mui/material/Box'
import GlobalStyles from '@mui/material/GlobalStyles'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** Black on white in every scheme, margins too. An open dialog keeps the body from scrolling. */
export const printStyles = {
  '[data-print-sheet]': { display: 'none' },
  '@page': { margin: '20mm' },
  '@media print': {
    'body > :not([data-print-sheet])': { display: 'none !important' },
    'html, body': {
      overflow: 'visible !important',
      padding: '0 !important',
      background: '#fff !important',
      colorScheme: 'light !important',
    },
    '[data-print-sheet]': { display: 'block', color: '#000' },
  },
}

interface PrintSheetProps {
  readonly title: string
  readonly children: ReactNode
}

/** What is printed in place of the console while it is mounted; the screen does not show it. */
export const PrintSheet = ({ title, children }: PrintSheetProps) => (
  <>
    <GlobalStyles styles={printStyles} />
    {createPortal(
      <Box data-print-sheet>
        <Typography variant="h5" component="h1" gutterBottom>
          {title}
        </Typography>
        {children}
      </Box>,
      document.body,
    )}
  </>
)
