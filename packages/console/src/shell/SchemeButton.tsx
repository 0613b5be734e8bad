import DarkMode from '@mui/icons-material/DarkModeOutlined'
import LightMode from '@mui/icons-material/LightModeOutlined'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useText } from '../lib/i18n.ts'
import { useScheme } from './use-scheme.ts'

/** Turns light to dark and back. */
export const SchemeButton = () => {
  const text = useText()
  const { isDark, turn } = useScheme()
  const label = text(isDark ? 'common:shell.light' : 'common:shell.dark')
  return (
    <Tooltip title={label} describeChild={false}>
      <IconButton color="inherit" onClick={turn}>
        {isDark ? <LightMode fontSize="small" /> : <DarkMode fontSize="small" />}
      </IconButton>
    </Tooltip>
  )
}
