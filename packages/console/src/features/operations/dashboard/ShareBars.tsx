import Box from '@mui/material/Box'
import { Link } from 'react-router'
import { useFormats } from '../../../lib/dates.ts'

interface ShareBar {
  readonly key: string
  readonly label: string
  readonly value: number
  /** What belongs beside the number, such as how many failed. */
  readonly note?: string
  readonly colour?: string
  readonly to?: string | undefined
}

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 1.25,
}
const words = {
  display: 'flex',
  justifyContent: 'space-between',
  gap: 2,
  fontSize: '0.8125rem',
  mb: 0.375,
  '& > :first-of-type': { overflowWrap: 'anywhere', minWidth: 0 },
  '& > :last-of-type': { flexShrink: 0 },
}
const track = { height: 6, borderRadius: 3, bgcolor: 'surface.sunken', overflow: 'hidden' }
const link = {
  color: 'text.primary',
  textDecorationColor: 'var(--ui-palette-divider)',
  textUnderlineOffset: '3px',
  '&:hover': { color: 'primary.main' },
}

/** Names with their numbers, drawn to scale; the largest fills the line. */
export const ShareBars = ({ bars }: { readonly bars: readonly ShareBar[] }) => {
  const { number } = useFormats()
  const largest = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <Box component="ul" sx={list}>
      {bars.map(({ key, label, value, note, colour = 'primary.main', to }) => (
        <li key={key}>
          <Box sx={words}>
            {to === undefined ? (
              <span>{label}</span>
            ) : (
              <Box component={Link} to={to} sx={link}>
                {label}
              </Box>
            )}
            <span>
              {number(value)}
              {note !== undefined && (
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {` · ${note}`}
                </Box>
              )}
            </span>
          </Box>
          <Box aria-hidden sx={track}>
            <Box
              sx={{ height: '100%', borderRadius: 3, bgcolor: colour }}
              style={{ width: `${(value / largest) * 100}%` }}
            />
          </Box>
        </li>
      ))}
    </Box>
  )
}
