import { createContext, useContext } from 'react'
import type { Theme } from './tenant-theme.ts'

const ThemeContext = createContext<Theme | null>(null)

export const ThemeProvider = ThemeContext.Provider

/** The tenant's name and looks. @throws outside of a ThemeProvider */
export const useTheme = (): Theme => {
  const theme = useContext(ThemeContext)
  if (theme === null) throw new Error('no theme is provided')
  return theme
}
