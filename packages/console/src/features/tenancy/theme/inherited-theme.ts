import { createContext, useContext } from 'react'
import { useWatch } from 'react-hook-form'
import type { InheritedTheme, ThemeValues } from './theme.queries.ts'

/** Null where none is inherited. */
export const InheritedThemeContext = createContext<InheritedTheme | null>(null)

/** What holds while the form has neither a logo nor a color: all of it or nothing. */
export const useInherited = (): InheritedTheme | null => {
  const inherited = useContext(InheritedThemeContext)
  const [logo, colours] = useWatch<ThemeValues, ['logo', 'colours']>({ name: ['logo', 'colours'] })
  const isOwn = logo !== null || Object.values(colours).some((colour) => colour?.trim())
  return isOwn ? null : inherited
}
