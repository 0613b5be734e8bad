import { helpPaths } from '@signet/rules/console'
import { helpGuideLocaleFor } from '@signet/rules/locales'

/** Guides by the name of their page. */
export type HelpPage =
  | 'admin'
  | 'integrations'
  | 'issuance'
  | 'service-provider'
  | 'release-notes'
  | 'white-papers'
  | 'cors'
  | 'device-fingerprint'
  | 'passkey'
  | 'grid'
  | 'soft-token'
  | 'active-sync'
  | 'gateways'

/** A help guide; English where the guides do not exist in the language. */
export const helpLink = (page: HelpPage, locale: string): string =>
  `${helpPaths.guides}${helpGuideLocaleFor(locale)}/${page}`

/** The developer documentation: the API of administration is its first page. */
export const developerLink = helpPaths.administrationApi

const legalPages = ['terms', 'privacy', 'openSource'] as const
const legalNames = { terms: 'terms', privacy: 'privacy', openSource: 'open-source' } as const

/** What the footer links to. */
export const legalLinks = (locale: string) =>
  legalPages.map((page) => ({
    page,
    href: `${helpPaths.guides}${helpGuideLocaleFor(locale)}/${legalNames[page]}`,
  }))
