import ChevronRight from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import type { Screen } from '../kit/screen.ts'
import { useText } from '../lib/i18n.ts'
import { lineageOf, useScreens } from './screens-context.tsx'

const list = {
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 0.5,
  listStyle: 'none',
  m: 0,
  mb: 0.5,
  p: 0,
  fontSize: '0.8125rem',
  color: 'text.secondary',
}
const step = { display: 'flex', alignItems: 'center', gap: 0.5 }

/** The way back from a screen to its list; a tab is no step away from its page. */
export const Trail = ({ screen }: { readonly screen: Screen }) => {
  const text = useText()
  const { all } = useScreens()
  const ancestors = lineageOf(screen, all)
    .slice(0, -1)
    .filter(({ title }) => title !== screen.title)
  if (ancestors.length === 0) return null
  return (
    <nav aria-label={text('common:shell.breadcrumbs')}>
      <Box component="ol" sx={list}>
        {ancestors.map(({ path, title }) => (
          <Box component="li" key={path} sx={step}>
            <Link component={RouterLink} to={path} sx={{ font: 'inherit' }}>
              {text(title)}
            </Link>
            <ChevronRight aria-hidden sx={{ fontSize: 15 }} />
          </Box>
        ))}
        <li aria-current="page">{text(screen.title)}</li>
      </Box>
    </nav>
  )
}
