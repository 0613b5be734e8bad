import { textOf, type Values } from '@signet/phrases/format'
import type { KeyOf } from '@signet/phrases/resources'
import { messageOf } from '@signet/phrases/texts'
import type { Locale } from '@signet/rules/locales'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { loadTexts, type PageTexts } from './load-texts.ts'
import { keepLocale, speak } from './locale.ts'

export type Key = KeyOf<'security'>
/** A text of these pages in the visitor's language. */
export type Say = (key: Key, values?: Values) => string

interface Language {
  readonly locale: Locale
  readonly say: Say
  /** The text of an error code; null when there is none. */
  readonly sayError: (code: string, values?: Values) => string | null
  readonly choose: (locale: Locale) => Promise<void>
}

const languageOf = (
  { locale, security, errors }: PageTexts,
  choose: Language['choose'],
): Language => ({
  locale,
  choose,
  say: (key, values = {}) => textOf(security, key, { locale, values }),
  sayError: (code, values = {}) =>
    messageOf(errors, code) === undefined ? null : textOf(errors, code, { locale, values }),
})

const LanguageContext = createContext<Language | null>(null)

/** @throws outside of a LanguageProvider */
export const useLanguage = (): Language => {
  const language = useContext(LanguageContext)
  if (language === null) throw new Error('no language is provided')
  return language
}

export const useSay = (): Say => useLanguage().say

export const LanguageProvider = ({
  first,
  children,
}: {
  readonly first: PageTexts
  readonly children: ReactNode
}) => {
  const [texts, setTexts] = useState(first)
  const language = useMemo(() => {
    const choose = async (locale: Locale): Promise<void> => {
      const loaded = await loadTexts(locale)
      keepLocale(locale)
      speak(locale)
      setTexts(loaded)
    }
    return languageOf(texts, choose)
  }, [texts])
  return <LanguageContext value={language}>{children}</LanguageContext>
}
