import Box from '@mui/material/Box'
import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { TabItem } from './Tabs.tsx'

interface SideNavProps {
  readonly label: string
  readonly tabs: readonly TabItem[]
  readonly current: string
  readonly children: ReactNode
}

const frame = {
  display: 'flex',
  flexDirection: { xs: 'column', md: 'row' },
  alignItems: { xs: 'stretch', md: 'flex-start' },
  gap: { xs: 2, md: 3 },
} as const

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  pr: 1,
  width: 208,
  borderRight: 1,
  borderColor: 'divider',
} as const

/** The list stays beside a long page, where the window is high enough for all of it. */
const staying = {
  display: { xs: 'none', md: 'block' },
  flexShrink: 0,
  '@media (min-height: 720px)': { position: 'sticky', top: 'calc(var(--top-bar, 0px) + 20px)' },
} as const

const link = {
  display: 'block',
  px: 1.25,
  py: 0.75,
  borderRadius: 1,
  fontSize: '0.8125rem',
  lineHeight: 1.35,
  overflowWrap: 'anywhere',
  color: 'text.primary',
  textDecoration: 'none',
  '&:hover': { bgcolor: 'surface.sunken' },
  '&[aria-current]': { bgcolor: 'soft.brand', color: 'primary.main', fontWeight: 600 },
} as const

/** On a small screen: the browser's own list to choose from. */
const Chooser = ({ label, tabs, current }: Omit<SideNavProps, 'children'>) => {
  const navigate = useNavigate()
  const go = (key: string): void => {
    const chosen = tabs.find((tab) => tab.key === key)
    if (chosen !== undefined) void navigate(chosen.to)
  }
  return (
    <Box sx={{ display: { md: 'none' } }}>
      <NativeSelect
        fullWidth
        value={current}
        onChange={(event) => go(event.target.value)}
        input={<OutlinedInput size="small" />}
        inputProps={{ 'aria-label': label }}
      >
        {tabs.map((tab) => (
          <option key={tab.key} value={tab.key}>
            {tab.label}
          </option>
        ))}
      </NativeSelect>
    </Box>
  )
}

/** The parts of a page in a list beside them, for more than a row of tabs holds. The choice is the address. */
export const SideNav = ({ label, tabs, current, children }: SideNavProps) => (
  <Box data-side sx={frame}>
    <Chooser label={label} tabs={tabs} current={current} />
    <Box component="nav" aria-label={label} sx={staying}>
      <Box component="ul" sx={list}>
        {tabs.map(({ key, to, label: name }) => (
          <li key={key}>
            <Box
              component={Link}
              to={to}
              aria-current={key === current ? 'page' : undefined}
              sx={link}
            >
              {name}
            </Box>
          </li>
        ))}
      </Box>
    </Box>
    <Box data-part sx={{ flexGrow: 1, minWidth: 0 }}>
      {children}
    </Box>
  </Box>
)
