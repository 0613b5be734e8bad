import { languages } from 'virtual:texts'
import type { Namespace } from '@signet/phrases/namespaces'
import type { Texts } from '@signet/phrases/texts'
import { isLocale } from '@signet/rules/locales'

/** The texts of a group in a language; each key that the language lacks comes in English. */
export const loadTextsOf = async (language: string, group: Namespace): Promise<Texts> => {
  const { texts, groups } = await languages[isLocale(language) ? language : 'en']()
  return texts[group] ?? (await groups[group]?.())?.default ?? {}
}
