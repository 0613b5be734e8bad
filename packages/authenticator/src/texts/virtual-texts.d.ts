/** Made by `build/texts.ts` from the files of the phrases. */
declare module 'virtual:app-texts' {
  import type { Texts } from '@signet/phrases/texts'
  import type { Locale } from '@signet/rules/locales'

  export const texts: Readonly<Record<Locale, () => Promise<{ readonly default: Texts }>>>
}
