import Box from '@mui/material/Box'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { useShortcuts } from '../kit/shortcuts.ts'
import { LeavingQuestion } from '../kit/unsaved.tsx'
import { loadChunk } from '../lib/chunk.ts'
import { useText } from '../lib/i18n.ts'
import type { SessionCounter } from '../session/counter.ts'
import { BannerStack } from './BannerStack.tsx'
import { Footer } from './Footer.tsx'
import { useHelp } from './help/use-help.ts'
import { Menu } from './Menu.tsx'
import { MessageBar } from './MessageBar.tsx'
import { Overlays } from './Overlays.tsx'
import { useScreens } from './screens-context.tsx'
import { TopBar, topBarHeight } from './TopBar.tsx'

const HelpPanel = lazy(() => loadChunk(() => import('./help/HelpPanel.tsx')))

const skip = {
  position: 'absolute',
  left: 12,
  top: -60,
  zIndex: 'tooltip',
  px: 2,
  py: 1,
  borderRadius: 1,
  bgcolor: 'primary.main',
  color: 'primary.contrastText',
  '&:focus': { top: 8 },
}

/**
 * A list scrolls in itself, and the page around it does not: there is one scroll bar. In a window that
 * is too low for that, both do.
 */
const filled = {
  height: {
    xs: `max(720px, calc(100dvh - ${topBarHeight}px))`,
    md: `max(560px, calc(100dvh - ${topBarHeight}px))`,
  },
  '--list-height': 'none',
}
const tabFilled = {
  ...filled,
  '& > [role="tabpanel"]': { display: 'flex', flexDirection: 'column', minHeight: 0 },
}
/** Higher, so that the list of parts beside it fits. */
const sideFilled = {
  ...filled,
  height: `max(720px, calc(100dvh - ${topBarHeight}px))`,
  '& > [data-side]': { alignItems: 'stretch', minHeight: 0 },
  '& > [data-side] > [data-part]': { display: 'flex', flexDirection: 'column', minHeight: 0 },
}
/** The list is all of the page, or with its title all of a tab or of a part beside the list of parts. */
const ofList = {
  '&:has(> [data-list])': filled,
  '&:has(> [role="tabpanel"] > [data-list]:nth-child(2):last-child)': tabFilled,
  '&:has(> [data-side] > [data-part] > [data-list]:nth-child(2):last-child)': sideFilled,
}

const main = {
  '--top-bar': `${topBarHeight}px`,
  display: 'flex',
  flexDirection: 'column',
  flexGrow: 1,
  minWidth: 0,
  minHeight: `calc(100dvh - ${topBarHeight}px)`,
  px: { xs: 2, md: 3 },
  pt: 2.5,
  ...ofList,
} as const

/** Ctrl K (or ⌘ K) anywhere, even while typing. */
const usePaletteKey = (onOpen: () => void): void => {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      onOpen()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [onOpen])
}

/** `g` then a page's letter goes there; `/` searches; `?` opens the help beside the page. */
const usePageKeys = (onHelp: () => void): void => {
  const navigate = useNavigate()
  const { visible } = useScreens()
  const jumps = visible.flatMap(({ path, menu }) =>
    menu?.letter === undefined ? [] : [[`g ${menu.letter}`, () => void navigate(path)] as const],
  )
  useShortcuts({
    ...Object.fromEntries(jumps),
    '?': onHelp,
    '/': (event) => {
      if (event.defaultPrevented) return
      event.preventDefault()
      document.getElementById('menu-search')?.focus()
    },
  })
}

/** The overlay that is open, closed when the page changes. */
const useOverlay = () => {
  const { key } = useLocation()
  const [overlay, setOverlay] = useState<'menu' | 'palette' | 'keys' | null>(null)
  const [seen, setSeen] = useState(key)
  if (seen !== key) {
    setSeen(key)
    setOverlay(null)
  }
  return {
    overlay,
    close: () => setOverlay(null),
    openMenu: () => setOverlay('menu'),
    openPalette: () => setOverlay('palette'),
    openKeys: () => setOverlay('keys'),
  }
}

/** The frame of the console around every screen. */
export const Shell = ({ counter }: { readonly counter: SessionCounter }) => {
  const text = useText()
  const { overlay, close, openMenu, openPalette, openKeys } = useOverlay()
  usePaletteKey(openPalette)
  const help = useHelp()
  usePageKeys(help.toggle)
  const skipToContent = (event: React.MouseEvent): void => {
    event.preventDefault()
    document.getElementById('content')?.focus()
  }
  return (
    <>
      <Box component="a" href="#content" onClick={skipToContent} sx={skip}>
        {text('common:shell.skip')}
      </Box>
      <TopBar onOpenMenu={openMenu} onOpenPalette={openPalette} help={help} />
      <Box sx={{ display: 'flex' }}>
        <Menu isOpen={overlay === 'menu'} onClose={close} />
        <Box component="main" id="content" tabIndex={-1} sx={{ ...main, outline: 'none' }}>
          <BannerStack />
          <Outlet />
          <Footer />
        </Box>
        {help.isOpen && (
          <Suspense>
            <HelpPanel onClose={help.close} onKeys={openKeys} />
          </Suspense>
        )}
      </Box>
      <MessageBar />
      <LeavingQuestion />
      <Overlays counter={counter} overlay={overlay} onClose={close} />
    </>
  )
}
