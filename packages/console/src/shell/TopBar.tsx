import HelpIcon from '@mui/icons-material/HelpOutlineOutlined'
import MenuIcon from '@mui/icons-material/Menu'
import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import MuiButton from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useText } from '../lib/i18n.ts'
import { Brand } from './Brand.tsx'
import { helpButtonId, helpPanelId, type useHelp } from './help/use-help.ts'
import { SchemeButton } from './SchemeButton.tsx'
import { TenantSwitchButton } from './TenantSwitchButton.tsx'
import { UserMenu } from './UserMenu.tsx'

export const topBarHeight = 52

const bar = {
  position: 'sticky',
  top: 0,
  zIndex: 'appBar',
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  height: topBarHeight,
  px: { xs: 1, md: 2 },
  borderBottom: 1,
  borderColor: 'divider',
  bgcolor: 'surface.panel',
} as const

const jump = {
  justifyContent: 'flex-start',
  gap: 1,
  width: { sm: 220, md: 300 },
  minWidth: 0,
  mx: 'auto',
  px: 1.25,
  bgcolor: 'background.paper',
  color: 'text.secondary',
  fontWeight: 400,
} as const

const keys = {
  ml: 'auto',
  px: 0.75,
  borderRadius: 1,
  border: 1,
  borderColor: 'divider',
  fontSize: '0.6875rem',
  display: { xs: 'none', md: 'inline' },
}

type Help = ReturnType<typeof useHelp>

/** Opens and closes the help beside the page. */
const HelpButton = ({ isOpen, toggle }: Pick<Help, 'isOpen' | 'toggle'>) => {
  const label = useText()('common:help.thisPage')
  return (
    <Tooltip title={label} describeChild={false}>
      <IconButton
        id={helpButtonId}
        color="inherit"
        aria-expanded={isOpen}
        aria-controls={isOpen ? helpPanelId : undefined}
        aria-keyshortcuts="?"
        onClick={toggle}
      >
        <HelpIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  )
}

interface TopBarProps {
  readonly onOpenMenu: () => void
  readonly onOpenPalette: () => void
  readonly help: Help
}

/** Where we are, a way to anywhere, and who is signed in. */
export const TopBar = ({ onOpenMenu, onOpenPalette, help }: TopBarProps) => {
  const text = useText()
  return (
    <Box component="header" sx={bar}>
      <IconButton
        aria-label={text('common:shell.openMenu')}
        onClick={onOpenMenu}
        sx={{ display: { md: 'none' } }}
      >
        <MenuIcon />
      </IconButton>
      <Brand />
      <TenantSwitchButton />
      <MuiButton
        variant="outlined"
        color="inherit"
        onClick={onOpenPalette}
        aria-keyshortcuts="Control+K"
        title={text('common:palette.open')}
        sx={jump}
      >
        <SearchIcon fontSize="small" />
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {text('common:palette.open')}
        </Box>
        <Box component="kbd" sx={keys}>
          Ctrl K
        </Box>
      </MuiButton>
      <HelpButton {...help} />
      <SchemeButton />
      <UserMenu />
    </Box>
  )
}
