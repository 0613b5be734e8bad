import { type HelpPage, helpPaths } from '@signet/rules/console'
import { helpGuideLocaleFor } from '@signet/rules/locales'

const folderOf = (locale: string): string => `${helpPaths.guides}${helpGuideLocaleFor(locale)}/`

/** A help guide; English where the guides do not exist in the language. */
export const helpLink = (page: HelpPage, locale: string): string => `${folderOf(locale)}${page}`

/** What is searched in the guides of a language. */
export const helpIndexLink = (locale: string): string => `${folderOf(locale)}index.json`

/** The developer documentation: the API of administration is its first page. */
export const developerLink = helpPaths.apis.administration

const legalPages = [
  { text: 'terms', page: 'terms' },
  { text: 'privacy', page: 'privacy' },
  { text: 'openSource', page: 'open-source' },
] as const

/** What the footer links to. */
export const legalLinks = (locale: string) =>
  legalPages.map(({ text, page }) => ({ text, href: helpLink(page, locale) }))
