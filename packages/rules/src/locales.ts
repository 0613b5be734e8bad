import { oneOf } from './membership.ts'

/** Languages of the interface. */
export const locales = [
  'da',
  'de',
  'en',
  'es',
  'fr',
  'it',
  'ja',
  'ko',
  'nb',
  'nl',
  'pl',
  'pt',
  'ru',
  'sv',
  'th',
  'tr',
  'zh-cn',
  'zh-tw',
] as const
/** Languages in which the texts of the administration area exist. */
export const adminLocales = ['en', 'es', 'fr', 'ja', 'pt'] as const
/** Languages in which the help guides exist. */
export const helpGuideLocales = ['en', 'de', 'fr', 'es', 'ja'] as const
export const defaultLocale = 'en'

export type Locale = (typeof locales)[number]
export type HelpGuideLocale = (typeof helpGuideLocales)[number]
export const isLocale = oneOf(locales)
const isAdminLocale = oneOf(adminLocales)
export const isHelpGuideLocale = oneOf(helpGuideLocales)

/** Groups of texts; each is loaded by itself. */
export const namespaces = [
  'common',
  'restApiErrors',
  'authenticators',
  'members',
  'security',
  'settings',
  'dashboard',
  'glossary',
  'bulkImport',
  'issuancePortal',
  'subscriberPortal',
  'userPortal',
  'customization',
  'resource',
  'serviceProvider',
] as const

/** Languages whose tags have other names than our list's: written tag, then ours. */
const aliases: ReadonlyMap<string, Locale> = new Map([
  ['no', 'nb'],
  ['nn', 'nb'],
  ['zh', 'zh-cn'],
  ['zh-hans', 'zh-cn'],
  ['zh-sg', 'zh-cn'],
  ['zh-hant', 'zh-tw'],
  ['zh-hk', 'zh-tw'],
  ['zh-mo', 'zh-tw'],
])

/**
 * Our locale for a language tag (RFC 5646), or a locale of POSIX with encoding or modifier
 * (`zh_TW.UTF-8`), subtags dropped from the end; null when none fits.
 */
export const localeOfTag = (tag: string): Locale | null => {
  if (tag.length > 35) return null
  const [language = ''] = tag.toLowerCase().split(/[.@]/, 1)
  const parts = language.split(/[-_]/)
  for (let length = parts.length; length > 0; length -= 1) {
    const candidate = parts.slice(0, length).join('-')
    if (isLocale(candidate)) return candidate
    const alias = aliases.get(candidate)
    if (alias !== undefined) return alias
  }
  return null
}

const weightOf = (parameters: readonly string[]): number => {
  const given = parameters.find((each) => /^\s*q\s*=/i.test(each))
  return given === undefined ? 1 : Number.parseFloat(given.split('=', 2)[1] ?? '') || 0
}

/** The tags of an Accept-Language header, best first, without those it refuses (RFC 9110, 12.5.4). */
export const wishedTags = (header: string): readonly string[] =>
  header
    .split(',')
    .map((range) => range.split(';'))
    .map(([tag = '', ...parameters]) => ({ tag: tag.trim(), weight: weightOf(parameters) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)

/** The tag of a locale (RFC 5646) as pages name their language: `zh-TW`. */
export const tagOfLocale = (locale: string): string =>
  locale.replace(/-[a-z]{2}$/, (region) => region.toUpperCase())

/** The first of the wished languages that exists; `fallback` is the tenant's default. */
export const pickLocale = (wished: readonly string[], fallback: Locale): Locale =>
  wished.map(localeOfTag).find((locale) => locale !== null) ?? fallback

/** English where the texts of the administration area do not exist in the language. */
export const adminLocaleFor = (locale: string): (typeof adminLocales)[number] =>
  isAdminLocale(locale) ? locale : 'en'

/** English where the help guides do not exist in the language. */
export const helpGuideLocaleFor = (locale: string): HelpGuideLocale =>
  isHelpGuideLocale(locale) ? locale : 'en'
