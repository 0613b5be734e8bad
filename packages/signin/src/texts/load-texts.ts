import { texts } from 'virtual:texts'
import type { Texts } from '@signet/phrases/texts'
import type { Locale } from '@signet/rules/locales'
import { loadPart } from '../calls/lost-connection.ts'

export interface PageTexts {
  readonly locale: Locale
  readonly security: Texts
  readonly errors: Texts
}

/** The texts of a language; each subject that it lacks comes in English. */
export const loadTexts = async (locale: Locale): Promise<PageTexts> => {
  const { default: found } = await loadPart(texts[locale])
  return { locale, ...found }
}
