import Box from '@mui/material/Box'
import { Link } from 'react-router'
import { useText } from '../lib/i18n.ts'
import { useSession } from '../session/session-context.tsx'

const row = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  minWidth: 0,
  color: 'text.primary',
  textDecoration: 'none',
  fontSize: '0.9375rem',
  fontWeight: 620,
  letterSpacing: '-0.01em',
}

const mark = {
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  width: 28,
  height: 28,
  borderRadius: 1.75,
  bgcolor: 'primary.main',
  color: 'primary.contrastText',
  fontSize: '0.9375rem',
  // A picture of the name that follows, not a text of its own.
  '&::before': { content: 'attr(data-letter)' },
}

/** The tenant's logo, or its first letter, and its name: the way home. */
export const Brand = () => {
  const text = useText()
  const { companyName, logo } = useSession().theme
  return (
    <Box
      component={Link}
      to="/redirect"
      sx={row}
      aria-label={`${companyName}, ${text('common:shell.home')}`}
    >
      {logo === null ? (
        <Box data-letter={Array.from(companyName)[0]?.toUpperCase()} sx={mark} />
      ) : (
        <Box component="img" src={logo} alt="" sx={{ height: 28, maxWidth: 120 }} />
      )}
      <Box
        component="span"
        sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {companyName}
      </Box>
    </Box>
  )
}
