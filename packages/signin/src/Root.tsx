import { App } from './App.tsx'
import type { Start } from './boot.ts'
import { LanguageProvider } from './texts/language.tsx'
import { ThemeProvider } from './theme/theme-context.tsx'

/** The pages with the tenant's looks and the visitor's language. */
export const Root = ({ theme, information, texts }: Start) => (
  <LanguageProvider first={texts}>
    <ThemeProvider value={theme}>
      <App information={information} />
    </ThemeProvider>
  </LanguageProvider>
)
