import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import Typography from '@mui/material/Typography'
import { consoleFrame } from '@signet/rules/console'
import { useMemo, useState } from 'react'
import { menuGroups } from '../kit/screen.ts'
import { useText } from '../lib/i18n.ts'
import { MenuLink, MenuSection, menuListStyle } from './MenuList.tsx'
import { MenuSearch } from './MenuSearch.tsx'
import { useScreens } from './screens-context.tsx'
import { topBarHeight } from './TopBar.tsx'
import { useSearch } from './use-search.ts'

/** A menu of so few pages is shown whole; of a longer one, the first group and the current one. */
const wholeMenu = 12

const Groups = () => {
  const { visible } = useScreens()
  const groups = useMemo(
    () =>
      menuGroups
        .map((group) => ({ group, screens: visible.filter(({ menu }) => menu?.group === group) }))
        .filter(({ screens }) => screens.length > 0),
    [visible],
  )
  const isShort = groups.flatMap(({ screens }) => screens).length <= wholeMenu
  return (
    <Box component="ul" sx={menuListStyle}>
      {groups.map(({ group, screens }, at) => (
        <MenuSection
          key={group}
          group={group}
          screens={screens}
          isFirstOpen={isShort || at === 0}
        />
      ))}
    </Box>
  )
}

const Found = ({ typed }: { readonly typed: string }) => {
  const text = useText()
  const offer = useScreens()
  const search = useSearch(true)
  const pages = offer.visible.filter(({ menu }) => menu !== undefined)
  const found = search === undefined ? pages : search.menuPages(offer, typed)
  if (found.length === 0) {
    return (
      <Typography role="status" variant="body2" color="textSecondary" sx={{ px: 2, py: 1 }}>
        {text('common:shell.nothingFound')}
      </Typography>
    )
  }
  return (
    <Box component="ul" sx={menuListStyle}>
      {found.map((screen) => (
        <MenuLink key={screen.path} screen={screen} />
      ))}
    </Box>
  )
}

const MenuContent = () => {
  const text = useText()
  const [typed, setTyped] = useState('')
  return (
    <>
      <Box component="search" sx={{ p: 1.5, pb: 0.5 }}>
        <MenuSearch onSearch={setTyped} />
      </Box>
      <Box
        component="nav"
        aria-label={text('common:shell.menu')}
        sx={{
          overflowY: 'auto',
          scrollbarWidth: 'thin',
          pb: 2,
          pt: typed === '' ? 0 : 1,
          flexGrow: 1,
        }}
      >
        {typed === '' ? <Groups /> : <Found typed={typed} />}
      </Box>
    </>
  )
}

const paper = {
  width: consoleFrame.drawerWidthPx,
  boxSizing: 'border-box',
  bgcolor: 'surface.panel',
  borderColor: 'divider',
}

interface MenuProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The drawer: 260 px, always there on large screens, on top of the page on small ones. */
export const Menu = ({ isOpen, onClose }: MenuProps) => (
  <>
    <Drawer
      variant="permanent"
      sx={{
        display: { xs: 'none', md: 'block' },
        width: consoleFrame.drawerWidthPx,
        flexShrink: 0,
      }}
      slotProps={{
        paper: { sx: { ...paper, top: topBarHeight, height: `calc(100% - ${topBarHeight}px)` } },
      }}
    >
      <MenuContent />
    </Drawer>
    <Drawer
      variant="temporary"
      open={isOpen}
      onClose={onClose}
      onClick={(event) => {
        if (event.target instanceof HTMLAnchorElement) onClose()
      }}
      sx={{ display: { md: 'none' } }}
      slotProps={{ paper: { sx: paper } }}
    >
      <MenuContent />
    </Drawer>
  </>
)
