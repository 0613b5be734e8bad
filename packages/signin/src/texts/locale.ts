import { isLocale, type Locale, localeOfTag, tagOfLocale } from '@signet/rules/locales'

/** The console keeps its preferences here, too: the language chosen on one face holds on both. */
const preferencesKey = 'signet.theme'
/** What the console takes for a visitor who has chosen nothing. */
const unchosen = { scheme: 'system', density: 'compact', pageSize: 50 } as const

const readPreferences = (): object => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(preferencesKey) ?? 'null')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

const keptLocale = (): Locale | null => {
  const preferences = readPreferences()
  const locale: unknown = 'locale' in preferences ? preferences.locale : null
  return isLocale(locale) ? locale : null
}

export const keepLocale = (locale: Locale): void => {
  try {
    const kept = { ...unchosen, ...readPreferences(), locale }
    localStorage.setItem(preferencesKey, JSON.stringify(kept))
  } catch {
    // Private windows may refuse; the language then holds for this page.
  }
}

/** The page's language, for screen readers, hyphens and the service. */
export const speak = (locale: Locale): void => {
  document.documentElement.lang = tagOfLocale(locale)
}

/** What an application has asked for (OpenID Connect Core 1.0, section 3.1.2.1: `ui_locales`). */
const askedFor = (): string[] =>
  (new URLSearchParams(location.search).get('ui_locales') ?? '').split(' ')

/**
 * The visitor's own choice, else the first language that exists of those that the application asks for and
 * then of the browser's, else null.
 */
export const wishedLocale = (): Locale | null => {
  const named = [...askedFor(), ...navigator.languages].map(localeOfTag)
  return keptLocale() ?? named.find((locale) => locale !== null) ?? null
}

/** Chinese is named by its script: the region says less to those who read it. */
const tags: ReadonlyMap<string, string> = new Map([
  ['zh-cn', 'zh-Hans'],
  ['zh-tw', 'zh-Hant'],
])

/** A language in its own words, with the capital that starts an entry of a list. */
export const nameOfLocale = (locale: Locale): string => {
  const tag = tags.get(locale) ?? locale
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? locale
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}
