import ExpandMore from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
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
  // The title of its group comes into sight with it.
  scrollMarginBlock: '40px',
  '& svg': { fontSize: 18, color: 'text.secondary' },
  '&:hover': { bgcolor: 'surface.sunken' },
  '&[aria-current]': { bgcolor: 'soft.brand', color: 'primary.main', fontWeight: 600 },
  '&[aria-current] svg': { color: 'primary.main' },
} as const

/** Brings what has become current into sight, and no farther than that takes. */
const useInSight = (isCurrent: boolean) => {
  const place = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isCurrent) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return place
}

export const MenuLink = ({ screen }: { readonly screen: Screen }) => {
  const text = useText()
  const isCurrent = useCurrentMenuPath() === screen.path
  const place = useInSight(isCurrent)
  const Icon = screen.menu?.icon
  return (
    <li>
      <Box
        component={Link}
        ref={place}
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
  py: 0.75,
  mt: 0.5,
  color: 'text.secondary',
  '& svg': { fontSize: 16, transition: 'transform 120ms' },
} as const

/** A group opens when one of its pages is opened, and otherwise stays as it was left. */
const useOpenGroup = (holdsCurrent: boolean, isFirstOpen: boolean) => {
  const [isOpen, setIsOpen] = useState(isFirstOpen || holdsCurrent)
  const current = useCurrentMenuPath()
  const [seen, setSeen] = useState(current)
  if (seen !== current) {
    setSeen(current)
    if (holdsCurrent) setIsOpen(true)
  }
  return { isOpen, toggle: () => setIsOpen(!isOpen) }
}

/** A group of pages that opens and closes. */
export const MenuSection = ({ group, screens, isFirstOpen }: MenuSectionProps) => {
  const text = useText()
  const current = useCurrentMenuPath()
  const holdsCurrent = screens.some(({ path }) => path === current)
  const { isOpen, toggle } = useOpenGroup(holdsCurrent, isFirstOpen)
  const title: TextKey<'common'> = `common:menu.${group}`
  return (
    <Box component="li">
      <ButtonBase aria-expanded={isOpen} onClick={toggle} sx={heading}>
        <Typography component="span" variant="body2" sx={{ fontWeight: 600, textAlign: 'start' }}>
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
