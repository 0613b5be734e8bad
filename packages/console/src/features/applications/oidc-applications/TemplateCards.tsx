import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 240px), 1fr))',
  listStyle: 'none',
  p: 0,
  mt: 1,
  mb: 3,
}

const card = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.75,
  p: 2,
  height: '100%',
  boxSizing: 'border-box',
  textDecoration: 'none',
  color: 'text.primary',
  '&:hover': { borderColor: 'primary.main', bgcolor: 'surface.panel' },
} as const

const badge = {
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  width: 36,
  height: 36,
  borderRadius: 1.5,
  bgcolor: 'soft.brand',
  color: 'primary.main',
  fontSize: '0.8125rem',
  fontWeight: 600,
}

export const Cards = ({ children }: { readonly children: ReactNode }) => (
  <Box component="ul" sx={grid}>
    {children}
  </Box>
)

interface CardProps {
  readonly to: string
  /** An icon, or two letters. */
  readonly mark: ReactNode
  readonly title: string
  readonly text?: string
}

/** One thing that can be added: a link that covers its card. */
export const Card = ({ to, mark, title, text }: CardProps) => (
  <li>
    <Paper variant="outlined" component={Link} to={to} sx={card}>
      <Box aria-hidden sx={badge}>
        {mark}
      </Box>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="h3" variant="h3">
          {title}
        </Typography>
        {text !== undefined && (
          <Typography variant="body2" sx={{ mt: 0.25, color: 'text.secondary' }}>
            {text}
          </Typography>
        )}
      </Box>
    </Paper>
  </li>
)
