import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import type { ReactNode } from 'react'
import { WholePage } from '../ui/States.tsx'

const page = { display: 'grid', placeItems: 'center', minHeight: '100vh', p: 2 }

/** A notice in the place of the whole page. */
export const FullPageNotice = ({ children }: { readonly children: ReactNode }) => (
  <Box component="main" sx={page}>
    <Paper variant="outlined" sx={{ width: '100%', maxWidth: 440 }}>
      <WholePage value>{children}</WholePage>
    </Paper>
  </Box>
)
