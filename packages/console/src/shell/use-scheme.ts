import { useColorScheme } from '@mui/material/styles'

/** Light or dark; until the user chooses, as their system prefers. */
export const useScheme = () => {
  const { mode, systemMode, setMode } = useColorScheme()
  const isDark = (mode === 'system' ? systemMode : mode) === 'dark'
  return { isDark, turn: () => setMode(isDark ? 'light' : 'dark') }
}
