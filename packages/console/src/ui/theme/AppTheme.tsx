import createCache, { type EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { type ReactNode, useMemo } from 'react'
import { type ThemeWishes, themeOf } from './theme.ts'

type SchemeWish = 'light' | 'dark' | 'system'

/** Where the visitor's choice of scheme is kept. */
export interface SchemeStore {
  readonly get: () => SchemeWish
  readonly set: (wish: SchemeWish) => void
  readonly subscribe: (listener: () => void) => () => void
}

interface AppThemeProps extends ThemeWishes {
  readonly schemes: SchemeStore
  readonly styles: EmotionCache
  readonly children: ReactNode
}

const isWish = (value: unknown): value is SchemeWish =>
  value === 'light' || value === 'dark' || value === 'system'

/** MUI asks for three keys; only the mode is a choice of ours. */
const storageFor =
  (schemes: SchemeStore) =>
  ({ key }: { key: string }) => ({
    get: (fallback: unknown) => (key === 'mode' ? schemes.get() : fallback),
    set: (value: unknown) => {
      if (key === 'mode' && isWish(value)) schemes.set(value)
    },
    subscribe: (handler: (value: unknown) => void) =>
      key === 'mode' ? schemes.subscribe(() => handler(schemes.get())) : () => undefined,
  })

/** Where styles go: into elements with the page's nonce (CSP Level 3), which the server wrote. */
export const createStyles = (nonce: string | undefined): EmotionCache =>
  createCache({ key: 'ui', ...(nonce === undefined ? {} : { nonce }) })

/** Theme and baseline. */
export const AppTheme = ({ brand, accent, density, schemes, styles, children }: AppThemeProps) => {
  const theme = useMemo(() => themeOf({ brand, accent, density }), [brand, accent, density])
  const storage = useMemo(() => storageFor(schemes), [schemes])
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme} storageManager={storage} modeStorageKey="mode" noSsr>
        <CssBaseline />
        {children}
      </ThemeProvider>
    </CacheProvider>
  )
}
