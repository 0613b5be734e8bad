/** Made by `build/texts.ts` from the files of the phrases. */
declare module 'virtual:texts' {
  import type { Texts } from '@signet/phrases/texts'
  import type { Locale } from '@signet/rules/locales'

  interface PageTextsFile {
    readonly default: { readonly security: Texts; readonly errors: Texts }
  }

  export const texts: Readonly<Record<Locale, () => Promise<PageTextsFile>>>
}
