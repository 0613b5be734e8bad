import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

const page = { display: 'grid', placeItems: 'center', minHeight: '100vh', p: 2 }

/** A notice in the place of the whole page. */
export const FullPageNotice = ({ children }: { readonly children: ReactNode }) => (
  <Box component="main" sx={page}>
    {children}
  </Box>
)
