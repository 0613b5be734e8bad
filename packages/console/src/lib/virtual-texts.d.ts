/** Made by `build/texts.ts` from the files of the phrases. */
declare module 'virtual:texts' {
  import type { Namespace } from '@signet/phrases/namespaces'
  import type { Texts } from '@signet/phrases/texts'
  import type { Locale } from '@signet/rules/locales'

  interface GroupFile {
    readonly default: Texts
  }

  interface LanguageFile {
    /** The texts that every screen needs. */
    readonly texts: Readonly<Partial<Record<Namespace, Texts>>>
    readonly groups: Readonly<Partial<Record<Namespace, () => Promise<GroupFile>>>>
  }

  export const languages: Readonly<Record<Locale, () => Promise<LanguageFile>>>
}
