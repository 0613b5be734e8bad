import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

export interface Fact {
  readonly label: string
  readonly value: ReactNode
}

/** Names and values, read-only: the left column is what, the right one is how it stands. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <Box
    component="dl"
    sx={{
      m: 0,
      display: 'grid',
      gridTemplateColumns: { xs: '1fr', sm: 'minmax(140px, 220px) 1fr' },
      columnGap: 3,
      fontSize: '0.8125rem',
    }}
  >
    {facts.map(({ label, value }) => (
      <Box key={label} sx={{ display: 'contents' }}>
        <Box component="dt" sx={{ color: 'text.secondary', pt: 0.75, pb: { xs: 0, sm: 0.75 } }}>
          {label}
        </Box>
        <Box
          component="dd"
          sx={{ m: 0, pt: { xs: 0, sm: 0.75 }, pb: 0.75, minWidth: 0, overflowWrap: 'anywhere' }}
        >
          {value === null || value === '' ? '–' : value}
        </Box>
      </Box>
    ))}
  </Box>
)
