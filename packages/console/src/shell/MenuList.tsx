import ExpandMore from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Link } from 'react-router'
import type { MenuGroup, Screen } from '../kit/screen.ts'
import { type TextKey, useText } from '../lib/i18n.ts'
import { useCurrentMenuPath } from './screens-context.tsx'

const list = { listStyle: 'none', m: 0, p: 0 }

const link = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  minHeight: 32,
  px: 1,
  py: 0.5,
  mx: 1,
  lineHeight: 1.35,
  borderRadius: 1,
  fontSize: '0.8125rem',
  color: 'text.primary',
  textDecoration: 'none',
  '& svg': { fontSize: 18, color: 'text.secondary' },
  '&:hover': { bgcolor: 'surface.sunken' },
  '&[aria-current]': { bgcolor: 'soft.brand', color: 'primary.main', fontWeight: 600 },
  '&[aria-current] svg': { color: 'primary.main' },
} as const

export const MenuLink = ({ screen }: { readonly screen: Screen }) => {
  const text = useText()
  const isCurrent = useCurrentMenuPath() === screen.path
  const Icon = screen.menu?.icon
  return (
    <li>
      <Box
        component={Link}
        to={screen.path}
        aria-current={isCurrent ? 'page' : undefined}
        sx={link}
      >
        {Icon !== undefined && <Icon aria-hidden />}
        {text(screen.title)}
      </Box>
    </li>
  )
}

interface MenuSectionProps {
  readonly group: MenuGroup
  readonly screens: readonly Screen[]
  readonly isFirstOpen: boolean
}

const heading = {
  display: 'flex',
  width: '100%',
  justifyContent: 'space-between',
  px: 2,
  pt: 1.25,
  pb: 0.5,
  color: 'text.secondary',
  '& svg': { fontSize: 16, transition: 'transform 120ms' },
} as const

/** What somebody made of a group, and on which page. */
interface Chosen {
  readonly isOpen: boolean
  readonly at: string | null
}

/** A group of pages that opens and closes; it opens when one of its pages is gone to. */
export const MenuSection = ({ group, screens, isFirstOpen }: MenuSectionProps) => {
  const text = useText()
  const current = useCurrentMenuPath()
  const holdsCurrent = screens.some(({ path }) => path === current)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const isHeeded = chosen !== null && (chosen.isOpen || chosen.at === current || !holdsCurrent)
  const isOpen = isHeeded ? chosen.isOpen : isFirstOpen || holdsCurrent
  const title: TextKey<'common'> = `common:menu.${group}`
  return (
    <Box component="li">
      <ButtonBase
        aria-expanded={isOpen}
        onClick={() => setChosen({ isOpen: !isOpen, at: current })}
        sx={heading}
      >
        <Typography component="span" variant="caption" sx={{ fontWeight: 600, textAlign: 'start' }}>
          {text(title)}
        </Typography>
        <ExpandMore aria-hidden sx={{ transform: isOpen ? 'none' : 'rotate(-90deg)' }} />
      </ButtonBase>
      {isOpen && (
        <Box component="ul" sx={list}>
          {screens.map((screen) => (
            <MenuLink key={screen.path} screen={screen} />
          ))}
        </Box>
      )}
    </Box>
  )
}

export const menuListStyle = list
