import { languages } from 'virtual:texts'
import type { Namespace } from '@signet/phrases/namespaces'
import type { Texts } from '@signet/phrases/texts'
import { isLocale } from '@signet/rules/locales'
import { loadChunk } from './chunk.ts'

/** The texts of a group in a language; each key that the language lacks comes in English. */
export const loadTextsOf = async (language: string, group: Namespace): Promise<Texts> => {
  const { texts, groups } = await loadChunk(languages[isLocale(language) ? language : 'en'])
  const load = groups[group]
  return texts[group] ?? (load === undefined ? {} : (await loadChunk(load)).default)
}
