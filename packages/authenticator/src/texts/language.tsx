import { texts } from 'virtual:app-texts'
import { textOf, type Values } from '@signet/phrases/format'
import type { KeyOf } from '@signet/phrases/resources'
import type { Texts } from '@signet/phrases/texts'
import { defaultLocale, type Locale, localeOfTag, tagOfLocale } from '@signet/rules/locales'
import { createContext, useContext } from 'react'

type Say = (key: KeyOf<'security'>, values?: Values) => string

interface Language {
  readonly locale: Locale
  readonly texts: Texts
}

/** The first language of the browser that the app speaks. */
export const browserLocale = (): Locale =>
  navigator.languages.map(localeOfTag).find((locale) => locale !== null) ?? defaultLocale

export const loadLanguage = async (locale: Locale): Promise<Language> => {
  const { default: loaded } = await texts[locale]()
  document.documentElement.lang = tagOfLocale(locale)
  return { locale, texts: loaded }
}

export const LanguageContext = createContext<Language | null>(null)

/** @throws outside of a LanguageContext */
export const useLanguage = (): Language => {
  const language = useContext(LanguageContext)
  if (language === null) throw new Error('no language is provided')
  return language
}

export const useSay = (): Say => {
  const { locale, texts: loaded } = useLanguage()
  return (key, values = {}) => textOf(loaded, key, { locale, values })
}
